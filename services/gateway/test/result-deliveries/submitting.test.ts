import { type ApiCompression, apiBatchResult } from '@gossamer/contracts/api';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { rightPassword, send } from '../accounts/people.ts';
import {
  type ApiClient,
  apiClient,
  compressionIn,
  imageServer,
  submitBytes,
  submitJson,
} from '../api/v1/api-client.ts';
import { form, rowOf, startGateway, startWorker, storedKeys, type TestGateway } from '../gateway.ts';
import { reachingOut } from '../webhooks/members.ts';
import { type Receiver, say, startReceiver } from '../webhooks/receiver.ts';
import { deliveryRowOf, dispatchResults, ended, signature } from './storage.ts';

let gateway: TestGateway;
let image: Buffer;
let client: ApiClient;
let server: Awaited<ReturnType<typeof imageServer>>;
let storage: Receiver;
let deliveries: Deliveries;
const lines: unknown[] = [];
/** Every response of the API in these tests. */
const answers: string[] = [];

beforeAll(async () => {
  gateway = await startGateway(reachingOut);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    gateway.deps.logger[level] = ((...about: unknown[]) => lines.push(about)) as never;
  }
  image = await photo({ widthPx: 64, heightPx: 48 });
  server = await imageServer({ '/a.jpg': image, '/b.jpg': Buffer.concat([image, Buffer.from('b')]) });
  client = await apiClient(gateway);
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await server.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  storage = await startReceiver();
  deliveries = dispatchResults(gateway);
});

afterEach(async () => {
  await deliveries.close();
  storage.close();
});

let unique = 0;
const another = () => {
  unique += 1;
  return Buffer.concat([image, Buffer.from(String(unique))]);
};
const targetOf = (name: string) => `${storage.url}/${name}?${signature}`;
const queryOf = (name: string) => `?wait=10&deliverTo=${encodeURIComponent(targetOf(name))}`;

async function noted(response: Response): Promise<ApiCompression> {
  const text = await response.text();
  answers.push(text);
  return JSON.parse(text) as ApiCompression;
}

/** Waits until the delivery of a job has ended, and returns the job. */
const delivered = (id: string) =>
  waitFor('the delivery', async () => {
    const job = await noted(await client.send(`/compressions/${id}`));
    return job.delivery?.status !== 'pending' && job;
  });

describe('deliverTo', () => {
  it('is accepted in the query, in a form and in JSON, and the result is delivered', async () => {
    const ofBytes = await noted(await submitBytes(client, another(), queryOf('bytes')));
    const body = form([
      ['image', another()],
      ['deliverTo', targetOf('form')],
    ]);
    const ofForm = await noted(await client.send('/compressions', { method: 'POST', body }));
    const json = { url: `${server.url}/a.jpg`, deliverTo: targetOf('json'), quality: 31 };
    const ofJson = await noted(await submitJson(client, '/compressions', json));
    for (const [job, name] of [
      [ofBytes, 'bytes'],
      [ofForm, 'form'],
      [ofJson, 'json'],
    ] as const) {
      const { delivery, result } = await delivered(job.id);
      expect(delivery).toEqual({
        status: 'delivered',
        url: `${storage.url}/${name}`,
        attemptCount: 1,
        nextAttemptAt: null,
        lastStatus: 200,
        lastFault: null,
        deliveredAt: expect.any(String),
      });
      const sent = storage.received.find(({ path }) => path === `/hook/${name}?${signature}`);
      expect(sent?.bytes).toHaveLength(result?.sizeBytes ?? 0);
    }
  });

  it('delivers a result of the result cache too', async () => {
    const same = another();
    await delivered((await noted(await submitBytes(client, same, queryOf('first')))).id);
    const answer = await submitBytes(client, same, queryOf('second'));
    expect(answer.status).toBe(200);
    const job = await noted(answer);
    expect(job.isReused).toBe(true);
    expect((await delivered(job.id)).delivery?.status).toBe('delivered');
    const [first, second] = storage.received;
    expect(second?.path).toContain('/second?');
    expect(second?.bytes).toEqual(first?.bytes);
  });

  it('is accepted in each item of a batch', async () => {
    const items = [
      { url: `${server.url}/a.jpg`, deliverTo: targetOf('one'), quality: 41 },
      { url: `${server.url}/b.jpg`, deliverTo: 'https://10.0.0.1/two' },
      { url: `${server.url}/b.jpg`, deliverTo: targetOf('three'), quality: 41 },
      { url: `${server.url}/b.jpg`, quality: 42 },
    ];
    const response = await submitJson(client, '/compressions/batch', items);
    const { data } = apiBatchResult.parse(await response.json());
    expect(data[1]).toMatchObject({
      status: 422,
      problem: { code: 'address_not_allowed', field: 'deliverTo' },
    });
    const jobs = data.flatMap((item) => ('compression' in item ? [item.compression] : []));
    expect(jobs.map(({ delivery }) => delivery?.url)).toEqual([
      `${storage.url}/one`,
      `${storage.url}/three`,
      undefined,
    ]);
    expect(jobs[2]).not.toHaveProperty('delivery');
    for (const { id } of jobs.slice(0, 2)) expect((await delivered(id)).delivery?.status).toBe('delivered');
  });

  it('is checked before anything is stored', async () => {
    const before = await storedKeys(gateway);
    const count = () => gateway.servers.sql('select count(*)::int from compressions');
    const rows = await count();
    for (const [url, code] of [
      ['https://10.0.0.1/a?X-Amz-Signature=1', 'address_not_allowed'],
      ['https://[::1]/a', 'address_not_allowed'],
      ['https://localhost/a', 'address_not_allowed'],
      ['http://user@bucket.example.com/a', 'invalid_deliver_to'],
      ['http://8.8.8.8/a', 'invalid_deliver_to'],
      [`https://bucket.example.com/${'a'.repeat(4_096)}`, 'invalid_deliver_to'],
    ]) {
      const answer = await submitBytes(client, another(), `?deliverTo=${encodeURIComponent(url ?? '')}`);
      const problem = await answer.json();
      expect(problem).toMatchObject({ code, field: 'deliverTo' });
      expect(JSON.stringify(problem)).not.toContain('X-Amz');
    }
    expect(await storedKeys(gateway)).toEqual(before);
    expect(await count()).toEqual(rows);
  });

  it('ends as failed if the job is deleted while it is processing', async () => {
    const json = { url: `${server.url}/a.jpg`, deliverTo: targetOf('gone'), quality: 51 };
    await gateway.deps.compressionJobs.queue.pause();
    const job = await noted(await submitJson(client, '/compressions', json));
    expect(job).toMatchObject({ status: 'processing', delivery: { status: 'pending', attemptCount: 0 } });
    expect((await rowOf(gateway, job.id)).deliver_to).toMatchObject([{ sealedUrl: expect.any(String) }]);
    expect((await client.send(`/compressions/${job.id}`, { method: 'DELETE' })).status).toBe(204);
    await gateway.deps.compressionJobs.queue.resume();
    expect((await delivered(job.id)).delivery).toMatchObject({
      status: 'failed',
      lastFault: 'compression_failed',
    });
    expect((await rowOf(gateway, job.id)).deliver_to).toEqual([
      { file: 'result', url: `${storage.url}/gone` },
    ]);
    expect(storage.received).toEqual([]);
  });
});

describe('the presigned URL', () => {
  it('is encrypted, and removed from the database once the delivery has ended', async () => {
    storage.answer(say(500));
    await deliveries.close();
    deliveries = dispatchResults(gateway, { retrySeconds: [3_600] });
    const { id } = await noted(await submitBytes(client, another(), queryOf('sealed')));
    await waitFor('an attempt', async () => (await deliveryRowOf(gateway, id))?.last_status === 500);
    const traces = async () => JSON.stringify([await rowOf(gateway, id), await deliveryRowOf(gateway, id)]);
    expect(await traces()).not.toContain('X-Amz');
    expect(await deliveryRowOf(gateway, id)).toHaveProperty('sealed_url', expect.any(String));
    storage.answer(say(200));
    await gateway.servers.sql(
      'update result_deliveries set next_attempt_at = now() where sealed_url is not null',
    );
    expect(await ended(gateway, id)).toMatchObject({ status: 'delivered', sealed_url: null });
    expect(await traces()).not.toContain('sealedUrl');
  });

  it('is removed if the files of the job are deleted', async () => {
    storage.answer(say(500));
    await deliveries.close();
    deliveries = dispatchResults(gateway, { retrySeconds: [3_600] });
    const { id } = await noted(await submitBytes(client, another(), queryOf('deleted')));
    await waitFor('an attempt', async () => (await deliveryRowOf(gateway, id))?.last_status === 500);
    await client.send(`/compressions/${id}`, { method: 'DELETE' });
    expect(await deliveryRowOf(gateway, id)).toMatchObject({
      status: 'failed',
      last_fault: 'result_expired',
      sealed_url: null,
      next_attempt_at: null,
    });
  });

  it('is not visible to others, and disappears with the account', async () => {
    storage.answer(say(500));
    await deliveries.close();
    deliveries = dispatchResults(gateway, { retrySeconds: [3_600] });
    const leaving = await apiClient(gateway);
    const job = await compressionIn(submitBytes(leaving, another(), queryOf('leaving')));
    expect((await client.send(`/compressions/${job.id}`)).status).toBe(404);
    expect(await (await client.send('/compressions?limit=100')).text()).not.toContain('/leaving');
    const ownPage = await (await leaving.send('/compressions')).text();
    const exported = await (await leaving.member.browser('/api/auth/export')).text();
    answers.push(ownPage, exported);
    expect(ownPage).toContain(`"url":"${storage.url}/leaving"`);
    expect(exported).toContain(`"deliverTo":[{"file":"result","url":"${storage.url}/leaving"}]`);
    await waitFor('an attempt', async () => (await deliveryRowOf(gateway, job.id))?.last_status === 500);
    expect(await deliveryRowOf(gateway, job.id)).toMatchObject({ status: 'pending' });
    await send(leaving.member.browser, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
    expect(await deliveryRowOf(gateway, job.id)).toBeUndefined();
  });

  afterAll(() => {
    expect(lines.length).toBeGreaterThan(10);
    for (const text of [JSON.stringify(lines), ...answers]) {
      expect(text).not.toMatch(/X-Amz|3f79bb7b435b0532|FwoGZXIvYXdz/);
    }
  });
});
