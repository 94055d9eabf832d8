import { bandStart } from '@gossamer/contracts/queue-priority';
import { photo, pixelFlood } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { demote } from '../../../src/compressions/queue/demote.ts';
import {
  accept,
  clearAll,
  halve,
  rowOf,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
} from '../../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker | undefined;
let small: Buffer;
/** Image whose header declares 64 megapixels. The gateway reads only the header. */
const large = pixelFlood({ widthPx: 8_000, heightPx: 8_000 });

beforeAll(async () => {
  const plenty = '100000';
  gateway = await startGateway({
    GATEWAY_MAX_WAIT_MS: '600000',
    GATEWAY_FAST_FROM_WAIT_MS: '600000',
    GATEWAY_FREE_DAILY_COMPRESSIONS: plenty,
    GATEWAY_ADDRESS_DAILY_COMPRESSIONS: plenty,
  });
  small = await photo({ widthPx: 8, heightPx: 8 });
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const jobOf = async (id: string) => {
  const job = await gateway.deps.compressionJobs.queue.getJob(id);
  if (!job) throw new Error(`job ${id} is missing`);
  return job;
};

it('the jobs of an owner are ranked by estimated cost separately in each lane', async () => {
  const [short, next] = [await accept(gateway, small), await accept(gateway, small)];
  const [long, longer] = [await accept(gateway, large), await accept(gateway, large)];
  expect(await rowOf(gateway, short)).toMatchObject({ lane: 'short', rank: 0 });
  expect(await rowOf(gateway, next)).toMatchObject({ lane: 'short', rank: 1 });
  const { cost_ms: costMs } = await rowOf(gateway, long);
  expect(Number(costMs)).toBeGreaterThan(3_000);
  expect(await rowOf(gateway, long)).toMatchObject({ lane: 'long', rank: 0 });
  expect(await rowOf(gateway, longer)).toMatchObject({ rank: Math.floor(Number(costMs) / 100) });
  expect((await jobOf(short)).opts.priority).toBe(bandStart('short', 'visitor'));
  expect(await jobOf(long)).toMatchObject({
    opts: { priority: bandStart('long', 'visitor') },
    data: { lane: 'long' },
  });
});

it('a job that costs more than estimated is moved to the long lane only once', async () => {
  const [long, id] = [await accept(gateway, large), await accept(gateway, small)];
  const message = { compressionId: id, attempt: 1, requestId: 'r' };
  await demote(gateway.deps, { ...message, costMs: 5_000.4 });
  const { cost_ms: costMs } = await rowOf(gateway, long);
  const rank = Math.floor(Number(costMs) / 100);
  expect(await rowOf(gateway, id)).toMatchObject({ lane: 'long', cost_ms: 5_000, rank });
  await demote(gateway.deps, { ...message, costMs: 9_000 });
  expect(await rowOf(gateway, id)).toMatchObject({ cost_ms: 5_000 });
});

it('every tenth job is taken from the long lane while short jobs are waiting', async () => {
  const begun: string[] = [];
  const finish = halve(gateway);
  const held = Promise.withResolvers<void>();
  worker = startWorker(gateway, async (job, bullJob) => {
    await held.promise;
    begun.push(job.lane);
    return finish(job, bullJob);
  });
  const acceptMany = (file: Buffer, count: number) =>
    Promise.all(Array.from({ length: count }, () => accept(gateway, file)));
  await acceptMany(small, 84);
  await acceptMany(large, 6);
  held.resolve();
  await waitFor('the end', () => begun.length === 90);
  const beside = begun.slice(0, 74).filter((lane) => lane === 'long').length;
  expect(beside).toBeGreaterThanOrEqual(3);
  expect(beside).toBeLessThanOrEqual(8);
});
