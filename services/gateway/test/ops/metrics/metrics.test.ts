import { randomBytes } from 'node:crypto';
import { photo, pixelFlood } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '../../../src/maintenance/reconcile.ts';
import { observeQueues } from '../../../src/ops/metrics/observe-queues.ts';
import { observeWork } from '../../../src/ops/metrics/observe-work.ts';
import { openQueues } from '../../../src/ops/metrics/queues.ts';
import {
  accept,
  browser,
  clearAll,
  json,
  startGateway,
  startWorker,
  type TestGateway,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
const small = await photo({ widthPx: 60, heightPx: 40 });

beforeAll(async () => {
  gateway = await startGateway();
  observeWork(gateway.deps);
  observeQueues(gateway.deps, openQueues(gateway.deps, gateway.deps.redis));
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

/** Returns the value of a metric with the given labels, or undefined if there is no such series. */
async function figure(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const metric = await gateway.deps.metrics.getSingleMetric(name)?.get();
  const wanted = Object.entries(labels);
  return metric?.values.find((one) =>
    wanted.every(([key, value]) => (one.labels as Record<string, unknown>)[key] === value),
  )?.value;
}

describe('the queue metrics', () => {
  it('count committed waiting compressions by tier and show the age of the oldest one', async () => {
    const id = await accept(gateway, small);
    await gateway.servers.sql(
      `update compressions set created_at = now() - interval '90 seconds' where id = $1`,
      [id],
    );
    await waitFor(
      'it to be seen',
      async () => (await figure('compressions_waiting', { tier: 'visitor' })) === 1,
    );
    expect(await figure('compressions_oldest_waiting_seconds', { tier: 'visitor' })).toBeGreaterThan(89);
    expect(await figure('compressions_waiting', { tier: 'pro' })).toBe(0);
    expect(await figure('queue_jobs', { queue: 'compression', state: 'waiting' })).toBe(1);
    const [row] = await gateway.servers.sql('select cost_ms from compressions where id = $1', [id]);
    expect(await figure('compressions_estimated_wait_seconds')).toBe(Number(row?.cost_ms) / 1_000);
    expect(await figure('workers_reporting')).toBe(0);
  });

  it('include a waiting compression even if the queue has lost its job', async () => {
    await accept(gateway, small);
    await gateway.servers.emptyRedis();
    await waitFor(
      'it to be seen',
      async () => (await figure('queue_jobs', { queue: 'compression', state: 'waiting' })) === 0,
    );
    expect(await figure('compressions_waiting', { tier: 'visitor' })).toBe(1);
  });

  it('exclude a compression whose job is running', async () => {
    const blocked = Promise.withResolvers<never>();
    const worker = startWorker(gateway, () => blocked.promise);
    await accept(gateway, small);
    await waitFor(
      'it to be in work',
      async () => (await figure('queue_jobs', { queue: 'compression', state: 'active' })) === 1,
    );
    expect(await figure('compressions_waiting', { tier: 'visitor' })).toBe(0);
    expect(await figure('compressions_oldest_waiting_seconds', { tier: 'visitor' })).toBe(0);
    blocked.reject(new Error('enough'));
    await worker.close();
  });

  it('show how long the first long job has waited, even if it waits behind a short job', async () => {
    const large = pixelFlood({ widthPx: 8_000, heightPx: 8_000 });
    const long = await accept(gateway, large);
    await accept(gateway, small);
    const { queue } = gateway.deps.compressionJobs;
    const key = queue.toKey(long);
    await gateway.deps.redis.hset(key, 'timestamp', Date.now() - 100_000);
    await waitFor('the wait', async () => ((await figure('compressions_queue_wait_seconds')) ?? 0) > 99);
  });

  it('show a queue wait time of zero while the queue is paused', async () => {
    const { queue } = gateway.deps.compressionJobs;
    await accept(gateway, small);
    await waitFor('it to wait', async () => ((await figure('compressions_queue_wait_seconds')) ?? 0) > 0);
    await queue.pause();
    await waitFor(
      'it to be seen',
      async () => (await figure('queue_is_paused', { queue: 'compression' })) === 1,
    );
    // While the queue is paused, the reported wait time is zero, because more workers would not help.
    await waitFor('no wait', async () => (await figure('compressions_queue_wait_seconds')) === 0);
    expect(await figure('compressions_estimated_wait_seconds')).toBe(0);
    expect(await figure('compressions_waiting', { tier: 'visitor' })).toBe(1);
    await queue.resume();
    await waitFor(
      'it to be seen',
      async () => (await figure('queue_is_paused', { queue: 'compression' })) === 0,
    );
  });
});

describe('the upload metrics', () => {
  it('count uploads, their bytes and their outcomes', async () => {
    const before = (await figure('upload_bytes_total', { source: 'web' })) ?? 0;
    const worker = startWorker(gateway);
    const answer = await json(upload(browser(gateway), small));
    expect(answer.compressionId).toBeDefined();
    expect(await figure('upload_bytes_total', { source: 'web' })).toBe(before + small.length);
    expect(
      await figure('compressions_finalized_total', { outcome: 'completed', format: 'webp', source: 'web' }),
    ).toBe(1);
    await worker.close();
  });

  it('count failed compressions by error code', async () => {
    const worker = startWorker(gateway, async ({ compressionId, attempt, requestId }) => ({
      type: 'image.failed',
      compressionId,
      attempt,
      requestId,
      code: 'corrupt_image',
    }));
    await upload(browser(gateway), small);
    expect(await figure('compressions_finalized_total', { outcome: 'corrupt_image', format: 'none' })).toBe(
      1,
    );
    await worker.close();
  });

  it('count rejected uploads by error code', async () => {
    await upload(browser(gateway), randomBytes(2_000));
    expect(await figure('uploads_refused_total', { outcome: 'unsupported_format' })).toBe(1);
    // Requests other than uploads must not be counted.
    await browser(gateway)('/api/compression/none');
    expect(await figure('uploads_refused_total', { outcome: 'compression_not_found' })).toBe(0);
  });

  it('count compressions that the reconciler enqueues', async () => {
    const id = await accept(gateway, small);
    await gateway.servers.emptyRedis();
    await gateway.servers.sql(
      `update compressions set checked_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    await reconcile(gateway.deps, { idleMs: 1_000, giveUpMs: 3_600_000 });
    expect(await figure('reconciled_total', { outcome: 'enqueued' })).toBe(1);
  });
});
