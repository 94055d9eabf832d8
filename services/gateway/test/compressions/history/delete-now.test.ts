import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roomy, signUp } from '../../accounts/people.ts';
import {
  browser,
  halve,
  json,
  rowOf,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let image: Buffer;
let worker: TestWorker | undefined;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  image = await photo({ widthPx: 64, heightPx: 48 });
  return () => gateway.close();
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const remove = { method: 'DELETE' };

describe('DELETE /api/compression/{id}', () => {
  it('immediately deletes original, result and preview, and marks the compression as expired', async () => {
    worker = startWorker(gateway);
    const { browser: visit } = await signUp(gateway);
    const { compressionId } = await json(upload(visit, image));
    expect(await storedKeys(gateway)).toHaveLength(3);
    expect((await visit(`/api/compression/${compressionId}`, remove)).status).toBe(204);
    expect(await storedKeys(gateway)).toEqual([]);
    const [item] = (await (await visit('/api/compressions')).json()) as Record<string, string>[];
    expect(item).toMatchObject({ id: compressionId, status: 'completed' });
    expect(item).not.toHaveProperty('downloadUrl');
    expect(item).not.toHaveProperty('thumbnailUrl');
    expect(item).not.toHaveProperty('originalUrl');
    expect(Date.parse(item?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await visit(`/api/download/${compressionId}`)).status).toBe(410);
    expect((await visit(`/api/compression/${compressionId}`, remove)).status).toBe(204);
  });

  it('cancels a waiting compression, which still counts against the quota', async () => {
    const { browser: visit } = await signUp(gateway);
    const { compressionId } = await json(upload(visit, image));
    expect((await visit(`/api/compression/${compressionId}`, remove)).status).toBe(204);
    expect(await rowOf(gateway, compressionId)).toMatchObject({ status: 'failed', failure_code: 'canceled' });
    expect(await gateway.deps.compressionJobs.queue.getJob(compressionId)).toBeUndefined();
    expect(await storedKeys(gateway)).toEqual([]);
    expect(await (await visit('/api/stats')).json()).toMatchObject({ dailyUsed: 1 });
  });

  it('accepts two simultaneous requests to cancel a running compression', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const halved = halve(gateway);
    worker = startWorker(gateway, async (job, bullJob) => {
      await held;
      return halved(job, bullJob);
    });
    const { browser: visit } = await signUp(gateway);
    const { compressionId } = await json(upload(visit, image));
    const both = await Promise.all([1, 2].map(() => visit(`/api/compression/${compressionId}`, remove)));
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    finish();
  });

  it('cancels a running compression and deletes the result that the worker stores later', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const halved = halve(gateway);
    worker = startWorker(gateway, async (job, bullJob) => {
      const outcome = await halved(job, bullJob);
      await held;
      return outcome;
    });
    const { browser: visit } = await signUp(gateway);
    const { compressionId } = await json(upload(visit, image));
    expect((await visit(`/api/compression/${compressionId}`, remove)).status).toBe(204);
    finish();
    await waitFor('the job to go', async () => {
      return (await gateway.deps.compressionJobs.queue.getJob(compressionId)) === undefined;
    });
    await waitFor('an empty store', async () => (await storedKeys(gateway)).length === 0);
    expect(await rowOf(gateway, compressionId)).toMatchObject({ status: 'failed', result_key: null });
  });

  it('returns 404 to other callers', async () => {
    worker = startWorker(gateway);
    const { browser: visit } = await signUp(gateway);
    const { compressionId } = await json(upload(visit, image));
    for (const other of [browser(gateway), (await signUp(gateway)).browser]) {
      expect((await other(`/api/compression/${compressionId}`, remove)).status).toBe(404);
    }
    expect((await visit(`/api/download/${compressionId}`)).status).toBe(200);
    await visit(`/api/compression/${compressionId}`, remove);
  });
});
