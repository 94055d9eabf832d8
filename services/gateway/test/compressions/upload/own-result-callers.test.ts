import { photo } from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { expire } from '../../../src/maintenance/expire.ts';
import { signUp } from '../../accounts/people.ts';
import { type ApiClient, apiClient, submitBytes } from '../../api/v1/api-client.ts';
import { browser, storedKeys, upload } from '../../gateway.ts';
import {
  gateway,
  jobs,
  makeResult,
  reportEffort,
  result,
  send,
  startOwnResults,
  visitor,
} from './own-results.ts';

startOwnResults();

/** Replaces the values in a response body with their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** Returns the status, header names and body types of a response, and the number of jobs that the request created. */
async function traitsOf(pending: Promise<Response>) {
  const before = jobs.length;
  const response = await pending;
  const headers = [...response.headers]
    .filter(([name]) => !['date', 'content-length', 'set-cookie', 'etag', 'x-request-id'].includes(name))
    .map(([name, value]) => [name, /^(x-)?ratelimit/.test(name) ? value.replace(/t=\d+/, '') : name]);
  const body = shapeOf(await response.json());
  return { status: response.status, headers, body, jobs: jobs.length - before };
}

describe("another owner's result", () => {
  const never = () => photo({ widthPx: 33, heightPx: 25 });

  it('is compressed like any other file if a visitor uploads it, with the same response', async () => {
    await makeResult(visitor);
    const known = await traitsOf(upload(browser(gateway), result, { fields: { quality: '70' } }));
    const unknown = await traitsOf(upload(browser(gateway), await never(), { fields: { quality: '70' } }));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, jobs: 1 });
  });

  it('is compressed again for a second member, and for its owner after logout', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    await send((await signUp(gateway)).browser);
    await member('/api/auth/logout');
    await send(member);
    expect(jobs).toHaveLength(3);
  });
});

describe('API clients', () => {
  const post = ({ token }: ApiClient, path: string, body: Uint8Array) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`api:${token}`).toString('base64')}` },
      body: new Uint8Array(body),
    });

  it.each([
    [
      '/api/v1/compressions',
      (who: ApiClient, bytes: Buffer) => submitBytes(who, bytes, '?quality=85&wait=10'),
    ],
    [
      '/api/v1/estimates',
      (who: ApiClient, bytes: Buffer) =>
        who.send('/estimates?quality=85', {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(bytes),
        }),
    ],
    ['/shrink', (who: ApiClient, bytes: Buffer) => post(who, '/shrink', bytes)],
  ])('never get the result of another account from %s', async (_, act) => {
    const [owner, other, third] = [
      await apiClient(gateway),
      await apiClient(gateway),
      await apiClient(gateway),
    ];
    await submitBytes(owner, await photo({ widthPx: 64, heightPx: 48 }), '?quality=85&format=jpeg&wait=10');
    const known = await traitsOf(act(other, result));
    const unknown = await traitsOf(act(third, await photo({ widthPx: 33, heightPx: 25 })));
    expect(known).toEqual(unknown);
    expect(known.jobs).toBe(1);
  });

  it('get their own result back unchanged from /shrink, without counting the upload', async () => {
    const owner = await apiClient(gateway);
    await post(owner, '/shrink', await photo({ widthPx: 64, heightPx: 48 }));
    const again = await post(owner, '/shrink', result);
    expect([again.status, again.headers.get('compression-count'), jobs.length]).toEqual([201, '1', 1]);
  });

  it('get a job with a new id that shares the stored objects of an earlier job for the same bytes', async () => {
    const owner = await apiClient(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    const first = (await (await submitBytes(owner, original, '?wait=10')).json()) as { id: string };
    const before = await storedKeys(gateway);
    const again = await submitBytes(owner, original, '?wait=10');
    const second = (await again.json()) as { id: string; isReused: boolean; result: { url: string } };
    expect([again.status, second.isReused, second.id === first.id]).toEqual([200, true, false]);
    expect(await storedKeys(gateway)).toEqual(before);
    await owner.send(`/compressions/${first.id}`, { method: 'DELETE' });
    const download = await fetch(
      new URL(new URL(second.result.url).pathname + new URL(second.result.url).search, gateway.url),
    );
    expect(Buffer.from(await download.arrayBuffer()).equals(result)).toBe(true);
    await owner.send(`/compressions/${second.id}`, { method: 'DELETE' });
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('get a reused result with a newly stored original if the earlier original has expired', async () => {
    const owner = await apiClient(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    await submitBytes(owner, original, '?wait=10');
    await gateway.servers.sql("update compressions set original_expires_at = now() - interval '1 second'");
    await expire(gateway.deps);
    const second = (await (await submitBytes(owner, original, '?wait=10')).json()) as { id: string };
    expect(jobs).toHaveLength(1);
    expect(await storedKeys(gateway)).toContain(`originals/${second.id}`);
  });

  it('get the same bytes compressed again for free if the earlier job used fast effort', async () => {
    const owner = await apiClient(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    const month = async () =>
      ((await (await owner.send('/usage')).json()) as { month: { compressions: number } }).month;
    reportEffort('fast');
    await submitBytes(owner, original, '?wait=10');
    const before = await month();
    reportEffort('thorough');
    const again = await submitBytes(owner, original, '?wait=10');
    expect([again.status, jobs.length, await month()]).toEqual([201, 2, before]);
    expect((await submitBytes(owner, original, '?wait=10')).status).toBe(200);
    expect(jobs).toHaveLength(2);
  });
});
