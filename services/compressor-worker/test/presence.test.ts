import { workersKey } from '@gossamer/contracts/workers';
import { createLogger } from '@gossamer/service-kit/logger';
import { createRedis } from '@gossamer/service-kit/redis';
import { openTestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import { expect, it } from 'vitest';
import { announcePresence } from '../src/presence.ts';

const logger = createLogger('presence-test', 'silent');

it('a worker also announces its engine processes with the field names of the previous release', async () => {
  const servers = await openTestServers();
  const prefix = servers.redisPrefix;
  const redis = createRedis({ url: servers.redisUrl, prefix }, 'consumer', logger);
  await waitFor('the connection', () => redis.status === 'ready');
  const presence = announcePresence(
    redis,
    prefix,
    { engineProcesses: 4, expressProcesses: 1, canArchive: true },
    logger,
  );
  const entries = () => redis.hvals(workersKey(prefix));
  const [entry] = await waitFor('the presence', async () => {
    const all = await entries();
    return all.length > 0 && all;
  });
  expect(JSON.parse(String(entry))).toEqual({
    engineProcesses: 4,
    expressProcesses: 1,
    slots: 4,
    expressSlots: 1,
    canArchive: true,
    averageJobMs: 0,
    costRatio: 1,
    at: expect.any(Number),
  });
  await presence.close();
  expect(await entries()).toEqual([]);
  redis.disconnect();
  await servers.close();
});
