import type { GatewayDeps } from '../deps.ts';
import { aheadOfAll, bandStart, tiers } from './turns.ts';

/** Of so many jobs one goes to a lower tier that waits. */
const oneIn = 10;
/** Of a score in BullMQ's sorted set, the part below the priority. */
const scorePerPriority = 2 ** 32;

/**
 * Lets one job of a lower tier go first after every tenth that was settled, so that no load of those before starves
 * it. Where members and visitors both wait they take turns. Several background processes each count their own.
 */
export function createLetAhead(deps: Pick<GatewayDeps, 'compressionJobs' | 'redis' | 'logger'>) {
  let settled = 0;
  let turns = 0;
  return async (): Promise<void> => {
    settled += 1;
    if (settled % oneIn !== 0) return;
    turns += 1;
    const lower = turns % 2 === 0 ? (['visitor', 'member'] as const) : (['member', 'visitor'] as const);
    for (const tier of lower) {
      if (await letFirstAhead(deps, tier)) return;
    }
  };
}

/** Whether somebody of the tier waited behind a higher one. */
async function letFirstAhead(
  { compressionJobs: { queue }, redis, logger }: Pick<GatewayDeps, 'compressionJobs' | 'redis' | 'logger'>,
  tier: 'member' | 'visitor',
): Promise<boolean> {
  const key = queue.toKey('prioritized');
  const from = bandStart(tier) * scorePerPriority;
  const next = tiers[tiers.indexOf(tier) + 1];
  const to = next ? `(${bandStart(next) * scorePerPriority}` : '+inf';
  const [higher, [jobId]] = await Promise.all([
    redis.zcount(key, '-inf', `(${from}`),
    redis.zrangebyscore(key, from, to, 'LIMIT', 0, 1),
  ]);
  if (higher === 0 || jobId === undefined) return false;
  const job = await queue.getJob(jobId);
  await job?.changePriority({ priority: aheadOfAll });
  logger.debug({ jobId, tier }, 'let ahead');
  return job !== undefined;
}
