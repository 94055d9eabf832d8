import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '../../src/maintenance/reconcile.ts';
import {
  accept,
  clearAll,
  compressed,
  rowOf,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
} from '../gateway.ts';

const now = { idleMs: 0, giveUpMs: 3_600_000 };
let gateway: TestGateway;
let worker: TestWorker | undefined;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway();
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const statusOf = async (id: string) => (await rowOf(gateway, id)).status;

describe('the reconciler', () => {
  it('enqueues a new attempt for compressions whose job the queue has lost', async () => {
    const id = await accept(gateway, image);
    await gateway.servers.emptyRedis();
    expect(await reconcile(gateway.deps, now)).toBe(1);
    expect(await rowOf(gateway, id)).toMatchObject({ status: 'pending', attempt: 2 });
    worker = startWorker(gateway);
    await waitFor('the end', async () => (await statusOf(id)) === 'completed');
    expect(worker.jobs.map((job) => job.attempt)).toEqual([2]);
  });

  it('skips jobs that are waiting, running or recently checked', async () => {
    const id = await accept(gateway, image);
    expect(await reconcile(gateway.deps, now)).toBe(1);
    expect(await rowOf(gateway, id)).toMatchObject({ status: 'pending', attempt: 1 });
    expect(await reconcile(gateway.deps, { ...now, idleMs: 60_000 })).toBe(0);
  });

  it('finalizes a completed job whose message was lost', async () => {
    const id = await accept(gateway, image);
    const outcome = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('x'),
    );
    const queue = gateway.deps.compressionJobs.queue;
    const { Worker } = await import('bullmq');
    const silent = new Worker(queue.name, async () => outcome, {
      connection: { url: gateway.servers.redisUrl, maxRetriesPerRequest: null } as never,
      prefix: gateway.servers.redisPrefix,
    });
    await waitFor('the job', async () => (await queue.getCompletedCount()) === 1);
    await silent.close();
    expect(await statusOf(id)).toBe('pending');
    await reconcile(gateway.deps, now);
    expect(await rowOf(gateway, id)).toMatchObject({ status: 'completed', result_key: outcome.resultKey });
  });

  it('finalizes jobs that failed in the queue, with an error code', async () => {
    const id = await accept(gateway, image);
    const queue = gateway.deps.compressionJobs.queue;
    const { UnrecoverableError, Worker } = await import('bullmq');
    const dying = new Worker(
      queue.name,
      async () => {
        throw new UnrecoverableError('stalled too often');
      },
      {
        connection: { url: gateway.servers.redisUrl, maxRetriesPerRequest: null } as never,
        prefix: gateway.servers.redisPrefix,
      },
    );
    await waitFor('the job', async () => (await queue.getFailedCount()) === 1);
    await dying.close();
    await reconcile(gateway.deps, now);
    expect(await rowOf(gateway, id)).toMatchObject({ status: 'failed', failure_code: 'processing_failed' });
  });

  it('finalizes compressions older than a day as failed', async () => {
    const id = await accept(gateway, image);
    await reconcile(gateway.deps, { idleMs: 0, giveUpMs: 0 });
    expect(await statusOf(id)).toBe('failed');
  });

  it('enqueues each compression only once even if several runs are concurrent', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => accept(gateway, image)));
    await gateway.servers.emptyRedis();
    await Promise.all([
      reconcile(gateway.deps, now),
      reconcile(gateway.deps, { ...now, idleMs: 60_000 }),
      reconcile(gateway.deps, now),
    ]);
    worker = startWorker(gateway);
    for (const id of ids) await waitFor('all', async () => (await statusOf(id)) === 'completed');
    await sleep(100);
    expect(worker.jobs).toHaveLength(4);
  });
});
