import { bandStart, promotedPriority } from '@gossamer/contracts/queue-priority';
import { noise, photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { large, slow, startWorker, type TestWorker } from './worker.ts';

let worker: TestWorker;

afterEach(() => {
  vi.restoreAllMocks();
  return worker.close();
});

const small = () => photo({ widthPx: 64, heightPx: 64 });
const active = () => worker.queue.queue.getActiveCount();
const stateOf = async (id: string) => (await worker.queue.queue.getJob(id))?.getState();
const isDone = (id: string) => worker.outcomes.some(({ compressionId }) => compressionId === id);

/** Occupies all main engine processes with jobs that take half a minute. */
async function occupyEngineProcesses(lane: 'short' | 'long'): Promise<string[]> {
  const file = await noise(large);
  const ids = await Promise.all([1, 2].map(() => worker.submit(file, { ...slow, lane })));
  await waitFor('the long jobs', async () => (await active()) === 2);
  return ids;
}

describe('while long jobs occupy the engine processes', () => {
  it('short jobs run in an express process, and additional long jobs wait', async () => {
    worker = await startWorker();
    const long = await occupyEngineProcesses('long');
    const waiting = await worker.submit(await noise(large), { ...slow, lane: 'long' });
    for (let index = 0; index < 5; index += 1) {
      const outcome = await worker.outcomeOf(await worker.submit(await small()));
      expect(outcome).toMatchObject({ type: 'image.compressed' });
    }
    expect([...long, waiting].filter(isDone)).toEqual([]);
    expect(await stateOf(waiting)).toBe('prioritized');
  });

  it('a job that turns out to be long moves to the long lane, which unblocks short jobs', async () => {
    worker = await startWorker();
    await occupyEngineProcesses('long');
    // The image is noise, and its header does not reveal the high cost, so the gateway assigns the job to the short
    // lane.
    const underestimated = await worker.submit(await noise(large), slow);
    const short = await worker.submit(await small());
    expect(await worker.outcomeOf(short)).toMatchObject({ type: 'image.compressed' });
    await waitFor('the message', () => worker.demoted.length === 1);
    expect(worker.demoted).toMatchObject([{ compressionId: underestimated, attempt: 1 }]);
    const job = await worker.queue.queue.getJob(underestimated);
    expect(job).toMatchObject({
      attemptsMade: 0,
      data: { lane: 'long' },
      priority: bandStart('long', 'visitor'),
    });
    expect(await stateOf(underestimated)).toBe('prioritized');
    const { values } = (await worker.deps.metrics.getSingleMetric('jobs_total')?.get()) ?? { values: [] };
    expect(values.filter(({ labels }) => labels.outcome === 'demoted')).toMatchObject([{ value: 1 }]);
    expect(values.filter(({ labels }) => labels.outcome === 'retried')).toEqual([]);
  });

  it('a promoted long job does not delay short ones', async () => {
    worker = await startWorker();
    await occupyEngineProcesses('long');
    const promoted = await worker.submit(await noise(large), { ...slow, lane: 'long' });
    await (await worker.queue.queue.getJob(promoted))?.changePriority({ priority: promotedPriority });
    expect(await worker.outcomeOf(await worker.submit(await small()))).toMatchObject({
      type: 'image.compressed',
    });
    expect(await stateOf(promoted)).toBe('prioritized');
    expect(worker.demoted).toEqual([]);
  });
});

it('no express process is used while short jobs occupy the main engine processes', async () => {
  // Stop the clock, because a job that has run for as long as a long job counts as long, however small its image is.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  worker = await startWorker();
  const file = await small();
  const ids = await Promise.all(Array.from({ length: 12 }, () => worker.submit(file)));
  let most = 0;
  await waitFor('the jobs', () => {
    most = Math.max(most, worker.deps.enginePool.usage().busyProcesses);
    return ids.every(isDone);
  });
  expect(most).toBe(2);
});

it('a visitor’s job fails when it reaches the time limit for visitors', async () => {
  worker = await startWorker();
  const id = await worker.submit(await noise(large), { ...slow, timeoutMs: 1_000 });
  expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.failed', code: 'processing_timeout' });
});
