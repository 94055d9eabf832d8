import { defaultSettings } from '@gossamer/contracts/settings';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueueState } from '../../../src/compressions/queue/queue-state.ts';
import type { QueueOwner } from '../../../src/compressions/queue/read-queues.ts';
import type { JobFacts } from '../../../src/compressions/queue/schedule.ts';
import { scheduleByLoad } from '../../../src/compressions/queue/schedule-by-load.ts';
import { startGateway, type TestGateway } from '../../gateway.ts';
import { waiting, worker } from './queue-load.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

beforeEach(async () => {
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions cascade');
});

const someone: QueueOwner = { tier: 'visitor', ownerKey: 'address:somewhere' };
const maxWaitMs = 20_000;

const photoOf = (megapixels: number, format: JobFacts['settings']['format'] = 'auto'): JobFacts => ({
  original: {
    format: 'jpeg',
    sizeBytes: megapixels * 400_000,
    dimensions: { widthPx: megapixels * 1_000, heightPx: 1_000, isAnimated: false },
  },
  settings: { ...defaultSettings, format },
  maxPixels: 100_000_000,
});
const schedule = (job: JobFacts, owner = someone) =>
  scheduleByLoad(gateway.deps, owner, job, {
    queueState: createQueueState(gateway.deps),
    effort: undefined,
    maxWaitMs,
  });

describe('scheduleByLoad', () => {
  it('assigns jobs to a lane by cost', async () => {
    await worker(gateway, 'a', 2);
    expect(await schedule(photoOf(12))).toMatchObject({ lane: 'short', effort: 'thorough' });
    expect(await schedule(photoOf(12, 'avif'))).toMatchObject({ lane: 'long', effort: 'thorough' });
    expect((await schedule(photoOf(12, 'avif'))).costMs).toBeGreaterThan(
      (await schedule(photoOf(12))).costMs,
    );
  });

  it('chooses fast effort when the queue wait time is long', async () => {
    await worker(gateway, 'a', 2);
    await waiting(gateway, { jobs: 12 });
    expect(await schedule(photoOf(12))).toMatchObject({ effort: 'thorough' });
    await waiting(gateway, { jobs: 12 });
    expect(await schedule(photoOf(12))).toMatchObject({ effort: 'fast' });
  });

  it('rejects a long job that would wait too long and accepts a short one', async () => {
    await worker(gateway, 'a', 2);
    await waiting(gateway, { lane: 'long', ownerKey: someone.ownerKey, jobs: 4, costMs: 20_000 });
    await expect(schedule(photoOf(36, 'avif'))).rejects.toMatchObject({ code: 'fleet_busy' });
    await expect(schedule(photoOf(1))).resolves.toMatchObject({ lane: 'short' });
  });

  it('limits the time and effort of expensive jobs only for visitors, and only while other jobs are waiting', async () => {
    await worker(gateway, 'a', 2);
    const job = photoOf(24, 'avif');
    expect(await schedule(job)).toMatchObject({ effort: 'thorough', timeoutMs: undefined });
    await waiting(gateway, { jobs: 1 });
    expect(await schedule(job)).toMatchObject({ effort: 'fast', timeoutMs: 20_000 });
    expect(await schedule(photoOf(1))).toMatchObject({ effort: 'thorough' });
    const member: QueueOwner = { tier: 'member', ownerKey: 'member:somebody' };
    expect(await schedule(job, member)).toMatchObject({ effort: 'thorough', timeoutMs: undefined });
  });

  it('chooses fast effort when a thorough search would exceed the time limit, even with idle workers', async () => {
    expect(await schedule(photoOf(36, 'avif'))).toMatchObject({ effort: 'thorough' });
    const finest = {
      ...photoOf(36, 'avif'),
      settings: { ...defaultSettings, format: 'avif', quality: 100 } as const,
    };
    expect(await schedule(finest)).toMatchObject({ effort: 'fast' });
  });

  it('estimates a high cost for a file whose dimensions are unknown', async () => {
    const { original, ...rest } = photoOf(1);
    const unknown = { ...rest, original: { ...original, sizeBytes: 10_000_000, dimensions: undefined } };
    expect(await schedule(unknown)).toMatchObject({ lane: 'long' });
  });

  it('estimates the cost from the result’s pixels if the image is resized', async () => {
    const resized = photoOf(24, 'avif');
    resized.settings = { ...resized.settings, resize: { widthPx: 240, maintainAspect: true } };
    expect(await schedule(resized)).toMatchObject({ lane: 'short' });
  });
});
