import { compressionQueue } from '@gossamer/contracts/jobs';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeEach, expect, it } from 'vitest';
import { readWorkerConfig } from '../src/config.ts';
import { openDeps, type WorkerDeps } from '../src/deps.ts';
import { type IdlenessWatch, watchIdleness } from '../src/watch-idleness.ts';

/** Worker with a real queue. Its consumer takes no jobs, as if its loop had stopped. */
let servers: TestServers;
let deps: WorkerDeps;
let watch: IdlenessWatch;
let work: { inWork: number; begun: number };
let queue: ReturnType<typeof createProducer<typeof compressionQueue>>;

beforeEach(async () => {
  servers = await openTestServers();
  deps = openDeps(
    readWorkerConfig({
      LOG_LEVEL: 'silent',
      REDIS_URL: servers.redisUrl,
      REDIS_PREFIX: servers.redisPrefix,
      ...servers.storageEnv,
      WORKER_ENGINE_PROCESSES: '1',
    }),
  );
  queue = createProducer(compressionQueue, {
    connection: deps.redis,
    prefix: servers.redisPrefix,
    logger: deps.logger,
  });
  work = { inWork: 0, begun: 0 };
  watch = watchIdleness(deps, { inWork: () => work.inWork, begun: () => work.begun }, 20);
  return async () => {
    await watch.close();
    await queue.close();
    deps.redis.disconnect();
    await servers.close();
  };
});

const addJob = (jobId: string) => queue.queue.add('compress', {}, { jobId, priority: 3 });
const isSuspicious = () => watch.idleBesideWorkMs() > 0;

/** Waits for several idleness checks. */
const someLooks = () => new Promise((resolve) => setTimeout(resolve, 200));

it('a worker is unhealthy while waiting jobs are not started, and recovers when one is started', async () => {
  await someLooks();
  expect(isSuspicious()).toBe(false);
  await addJob('one');
  await waitFor('the suspicion', isSuspicious);
  const before = watch.idleBesideWorkMs();
  await waitFor('it to grow', () => watch.idleBesideWorkMs() > before + 50);
  work.begun += 1;
  await waitFor('the all-clear', () => !isSuspicious());
});

it('a worker is healthy while all of its engine processes are busy', async () => {
  work.inWork = 1;
  await addJob('one');
  await someLooks();
  expect(isSuspicious()).toBe(false);
});

it('a worker is healthy while the operator has paused the queue', async () => {
  await queue.queue.pause();
  await addJob('one');
  await someLooks();
  expect(isSuspicious()).toBe(false);
  await queue.queue.resume();
  await waitFor('the suspicion', isSuspicious);
});

it('an unhealthy worker becomes healthy again while Redis is unreachable', async () => {
  await addJob('one');
  await waitFor('the suspicion', isSuspicious);
  deps.redis.disconnect();
  await waitFor('the all-clear', () => !isSuspicious(), 10_000);
});
