import { createHash } from 'node:crypto';
import { sharp } from '@gossamer/engine/sharp';
import { cameraPhoto, foreignFiles, noise, photo, pixelFlood, truncated } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, describe, expect, it } from 'vitest';
import { large, slow, startWorker, type TestWorker } from '../worker.ts';

let worker: TestWorker;

afterEach(() => worker.close());

const small = () => photo({ widthPx: 200, heightPx: 150 });

describe('a compression job', () => {
  it('stores the compressed image and its preview, and notifies the gateway', async () => {
    worker = await startWorker();
    const file = await cameraPhoto({ widthPx: 600, heightPx: 400, orientation: 6 });
    const id = await worker.submit(file);
    const outcome = await worker.outcomeOf(id);
    if (outcome.type !== 'image.compressed') throw new Error(outcome.code);
    expect(outcome).toMatchObject({ attempt: 1, requestId: 'trace-0123456789', widthPx: 400, heightPx: 600 });
    expect(outcome.resultKey).toBe(`results/${id}/1-1`);
    const result = await worker.storage.read(outcome.resultKey);
    expect(result.length).toBe(outcome.sizeBytes);
    expect(result.length).toBeLessThan(file.length);
    expect(createHash('sha256').update(result).digest('hex')).toBe(outcome.sha256);
    const preview = await sharp(await worker.storage.read(outcome.previewKey)).metadata();
    expect(preview.format).toBe('webp');
    expect(Math.max(preview.width, preview.height)).toBeLessThanOrEqual(320);
    const job = await waitFor('the return value', async () => {
      const found = await worker.queue.queue.getJob(id);
      return found?.returnvalue && found;
    });
    expect(job.returnvalue).toEqual(outcome);
  });

  it('fails immediately with a reason if the image is invalid', async () => {
    worker = await startWorker();
    const files = {
      corrupt_image: truncated(await small()),
      unsupported_format: (await foreignFiles()).svg,
      too_many_pixels: pixelFlood(),
    };
    for (const [code, file] of Object.entries(files)) {
      const id = await worker.submit(file);
      expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.failed', code });
      expect((await worker.queue.queue.getJob(id))?.attemptsStarted).toBe(1);
    }
    expect(worker.outcomes).toHaveLength(3);
  });

  it('is attempted three times if the error is not caused by the image, and reports the failure once', async () => {
    worker = await startWorker();
    const id = await worker.submit(await small(), { originalKey: '../no-key' });
    expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.failed', code: 'processing_failed' });
    const job = await worker.queue.queue.getJob(id);
    expect(job?.attemptsStarted).toBe(3);
    expect(worker.outcomes).toHaveLength(1);
  });

  it('is not retried if its original was deleted, and the engine process keeps running', async () => {
    worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
    await worker.outcomeOf(await worker.submit(await small()));
    const pid = worker.deps.enginePool.engineProcesses[0]?.pid;
    const id = await worker.submit(new Uint8Array());
    expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.failed', code: 'processing_failed' });
    expect((await worker.queue.queue.getJob(id))?.attemptsStarted).toBe(1);
    await worker.outcomeOf(await worker.submit(await small()));
    expect(worker.deps.enginePool.engineProcesses[0]?.pid).toBe(pid);
  });
});

describe('a worker that is shutting down', () => {
  it('completes running jobs and takes no new jobs', async () => {
    worker = await startWorker({ WORKER_DRAIN_MS: '120000' });
    const first = await worker.submit(await photo({ widthPx: 2_000, heightPx: 1_500 }));
    await waitFor('the job', async () => (await worker.queue.queue.getActiveCount()) === 1);
    const draining = worker.consuming.drain();
    const second = await worker.submit(await small());
    await draining;
    expect(await worker.outcomeOf(first)).toMatchObject({ type: 'image.compressed' });
    expect(await (await worker.queue.queue.getJob(second))?.getState()).toBe('prioritized');
  });

  it('puts jobs that take too long back in the queue', async () => {
    worker = await startWorker({ WORKER_DRAIN_MS: '100' });
    const id = await worker.submit(await noise(large), slow);
    await waitFor('the job', async () => (await worker.queue.queue.getActiveCount()) === 1);
    await worker.consuming.drain();
    const job = await worker.queue.queue.getJob(id);
    expect(await job?.getState()).toBe('prioritized');
    expect(job?.attemptsMade).toBe(0);
    expect(worker.outcomes).toEqual([]);
  });
});
