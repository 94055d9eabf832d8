import { readdirSync, readFileSync } from 'node:fs';
import { noise, photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, describe, expect, it } from 'vitest';
import { large, slow, startWorker, type TestWorker } from '../worker.ts';

let worker: TestWorker;

afterEach(() => worker.close());

const small = () => photo({ widthPx: 200, heightPx: 150 });

describe('an engine process', () => {
  it('is replaced if it is killed during a job, and the job is retried', async () => {
    worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
    const id = await worker.submit(await photo({ widthPx: 3_000, heightPx: 2_000 }));
    const pid = await waitFor('the child', () => worker.deps.enginePool.engineProcesses[0]?.pid);
    await waitFor('the job', async () => (await worker.queue.queue.getActiveCount()) === 1);
    process.kill(pid, 'SIGKILL');
    expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.compressed' });
    expect(worker.deps.enginePool.engineProcesses[0]?.pid).not.toBe(pid);
  });

  it('is killed at the time limit without affecting other jobs', async () => {
    worker = await startWorker({ WORKER_JOB_TIMEOUT_MS: '6000' });
    const warm = await worker.submit(await small());
    await worker.outcomeOf(warm);
    const slowId = await worker.submit(await noise(large), slow);
    const neighbors = await Promise.all([1, 2, 3].map(async () => worker.submit(await small())));
    expect(await worker.outcomeOf(slowId)).toMatchObject({
      type: 'image.failed',
      code: 'processing_timeout',
    });
    for (const id of neighbors)
      expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.compressed' });
    const after = await worker.submit(await small());
    expect(await worker.outcomeOf(after)).toMatchObject({ type: 'image.compressed' });
  });

  it('completes its job after it has waited for other engine processes to release memory', async () => {
    // Each image is estimated to need more than half of the worker's memory, so images are processed one at a time.
    worker = await startWorker({ WORKER_ENGINE_PROCESSES: '2', WORKER_MEMORY_MB: '300' });
    const ids = await Promise.all([1, 2, 3, 4].map(async () => worker.submit(await small())));
    for (const id of ids) expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.compressed' });
  });

  it('reports the effort of a job, and runs no trials at fast effort', async () => {
    worker = await startWorker();
    const outcome = await worker.outcomeOf(await worker.submit(await small(), { effort: 'fast' }));
    expect(outcome).toMatchObject({ engineReport: { effort: 'fast', probes: 0 } });
    const searched = await worker.outcomeOf(await worker.submit(await small()));
    expect(searched).toMatchObject({ engineReport: { effort: 'thorough', targetScore: 80 } });
  });

  it('lowers the priority of all threads, including those started for an image', async () => {
    worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
    const id = await worker.submit(await photo({ widthPx: 800, heightPx: 600 }));
    await worker.outcomeOf(id);
    const tasks = `/proc/${worker.deps.enginePool.engineProcesses[0]?.pid}/task`;
    const stats = readdirSync(tasks).map((thread) => readFileSync(`${tasks}/${thread}/stat`, 'utf8'));
    // Returns the nice value, which is field 19 of /proc/PID/stat (proc(5)). The process name in field 2 may contain
    // spaces.
    const niceOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16];
    expect(stats.length).toBeGreaterThan(5);
    expect(new Set(stats.map(niceOf))).toEqual(new Set(['19']));
  });

  it('receives only the worker’s environment variables for storage', async () => {
    process.env.QUEUE_PASSWORD = 'not for engines';
    worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
    await worker.deps.enginePool.warm('main');
    const environment = readFileSync(
      `/proc/${worker.deps.enginePool.engineProcesses[0]?.pid}/environ`,
      'utf8',
    );
    delete process.env.QUEUE_PASSWORD;
    expect(environment).toMatch(/(^|\0)(STORAGE_DIRECTORY|S3_BUCKET)=/);
    expect(environment).not.toContain('not for engines');
  });

  it('is killed when it exceeds its memory limit', async () => {
    worker = await startWorker({ WORKER_MEMORY_LIMIT_MB: '150', WORKER_ENGINE_PROCESSES: '1' });
    const id = await worker.submit(await noise(large), slow);
    expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.failed', code: 'image_too_complex' });
    const after = await worker.submit(await small());
    expect(await worker.outcomeOf(after)).toMatchObject({ type: 'image.compressed' });
  });
});
