import { compressionOptions } from '@gossamer/contracts/api-options';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import { form, json, startGateway, startWorker, storedKeys, type TestGateway } from '../../gateway.ts';
import {
  type ApiClient,
  apiClient,
  compressionIn,
  imageServer,
  submitBytes,
  submitJson,
} from './api-client.ts';

let gateway: TestGateway;
let image: Buffer;
let caller: ApiClient;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
  image = await photo({ widthPx: 64, heightPx: 48 });
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  gateway.deps.clock = () => new Date();
  caller = await apiClient(gateway);
});

const jobs = async () => {
  const rows = await gateway.servers.sql('select id from compressions where account_id = $1', [
    caller.member.accountId,
  ]);
  return rows.length;
};
const counted = async () => {
  const body = (await (await caller.send('/usage')).json()) as Record<
    'month' | 'day',
    { compressions: number }
  >;
  return [body.month.compressions, body.day.compressions];
};
const key = (name: string) => ({ 'idempotency-key': `test-key-${name}` });

describe('an idempotency key', () => {
  it('still identifies a request that a previous version accepted, because new options have no default values', () => {
    // The keys of the first version. A further default value would change the fingerprint of stored requests.
    expect(compressionOptions.parse({})).toEqual({
      quality: 85,
      format: 'auto',
      filter: 'none',
      maintainAspect: true,
    });
  });

  it('creates and counts only one job for fifty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submitBytes(caller, image, '?wait=10', key('fifty'))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(new Set(statuses)).toEqual(new Set(statuses.includes(409) ? [201, 409] : [201]));
    const ids = await Promise.all(
      answers.filter(({ status }) => status === 201).map(async (answer) => (await compressionIn(answer)).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await jobs()).toBe(1);
    expect(await counted()).toEqual([1, 1]);
    // The storage must contain only the original, result and preview of a single job.
    const keys = (await storedKeys(gateway)).filter((name) => name.includes(ids[0] ?? ''));
    expect(keys).toHaveLength(3);
  });

  it('replays the stored response and rejects a different request with the same key', async () => {
    const first = await submitBytes(caller, image, '?wait=10', key('again'));
    const again = await submitBytes(caller, image, '?wait=10', key('again'));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    for (const [bytes, query] of [
      [image, '?wait=10&quality=50'],
      [Buffer.concat([image, Buffer.from('!')]), '?wait=10'],
    ] as const) {
      const refused = await submitBytes(caller, bytes, query, key('again'));
      expect(refused.status).toBe(422);
      expect(await json(refused)).toMatchObject({ code: 'idempotency_key_reused' });
    }
    expect(await jobs()).toBe(1);
    const own = (await storedKeys(gateway)).filter((name) => name.startsWith('originals/'));
    expect(own.length).toBe((await gateway.servers.sql('select id from compressions')).length);
  });

  it('can be used again after a rejected request', async () => {
    expect((await submitBytes(caller, Buffer.from('no image'), '', key('free'))).status).toBe(415);
    expect((await submitBytes(caller, image, '?wait=10', key('free'))).status).toBe(201);
  });

  it('can be used by several accounts independently', async () => {
    const other = await apiClient(gateway);
    expect((await submitBytes(caller, image, '?wait=10', key('own'))).status).toBe(201);
    const theirs = await submitBytes(other, image, '?wait=10&quality=40', key('own'));
    expect(theirs.status).toBe(201);
  });

  it('returns the same job if the first response was lost', async () => {
    const first = await compressionIn(submitBytes(caller, image, '?wait=10', key('lost')));
    await gateway.servers.sql(
      `update idempotent_requests set status = null, body = null, leased_until = now() - interval '1 second'
        where key = 'test-key-lost'`,
    );
    const again = await compressionIn(submitBytes(caller, image, '?wait=10', key('lost')));
    expect(again.id).toBe(first.id);
    expect(await jobs()).toBe(1);
    expect(await counted()).toEqual([1, 1]);
  });

  it('rejects a different request after a lost response, and then still returns the same job', async () => {
    const { id } = await compressionIn(submitBytes(caller, image, '?wait=10', key('over')));
    const lose = () =>
      gateway.servers.sql(
        `update idempotent_requests set status = null, body = null, leased_until = now() - interval '1 second'
          where key = 'test-key-over'`,
      );
    await lose();
    const other = Buffer.concat([image, Buffer.from('!')]);
    expect((await submitBytes(caller, other, '?wait=10', key('over'))).status).toBe(422);
    await lose();
    expect((await submitBytes(caller, image, '?quality=5', key('over'))).status).toBe(400);
    expect((await compressionIn(submitBytes(caller, image, '?wait=10', key('over')))).id).toBe(id);
    expect(await jobs()).toBe(1);
  });

  it('expires after a day', async () => {
    await submitBytes(caller, image, '?wait=10', key('old'));
    gateway.deps.clock = () => new Date(Date.now() + 24 * 3_600_000 + 1_000);
    const later = await submitBytes(caller, image, '?wait=10&quality=40', key('old'));
    expect(later.status).toBe(201);
    expect(await jobs()).toBe(2);
  });

  it('is supported for forms, batches and estimates', async () => {
    const server = await imageServer({ '/photo.jpg': image });
    const items = [{ url: `${server.url}/photo.jpg` }, { url: `${server.url}/photo.jpg`, quality: 33 }];
    const batches = await Promise.all(
      [items, items].map(async (body) => submitJson(caller, '/compressions/batch', body, key('batch'))),
    );
    expect(batches.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200]));
    const again = await submitJson(caller, '/compressions/batch', items, key('batch'));
    expect(again.status).toBe(200);
    expect(await jobs()).toBe(2);
    expect((await submitJson(caller, '/compressions/batch', items.slice(1), key('batch'))).status).toBe(422);
    await server.close();

    const send = () =>
      caller.send('/estimates', {
        method: 'POST',
        body: form([['image', image]]),
        headers: key('estimate'),
      });
    const [one, two] = [await (await send()).json(), await (await send()).json()];
    expect(two).toEqual(one);
  });

  it.each(['short', 'with space', 'x'.repeat(65), 'ümlaut-key'])('is rejected if it is %j', async (given) => {
    const headers = new Headers({ authorization: `Bearer ${caller.token}` });
    headers.set('idempotency-key', encodeURIComponent(given) === given ? given : 'with space');
    const refused = await fetch(`${gateway.url}/api/v1/compressions`, {
      method: 'POST',
      headers,
      body: new Uint8Array(image),
    });
    expect(await json(refused)).toMatchObject({ code: 'invalid_idempotency_key' });
  });
});
