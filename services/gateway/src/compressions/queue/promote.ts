import {
  bandStart,
  type Lane,
  lanes,
  promotedPriority,
  scorePerPriority,
  type Tier,
  tiers,
} from '@gossamer/contracts/queue-priority';
import type { GatewayDeps } from '../../deps.ts';
import { readWorkers } from './read-workers.ts';

/** Number of finished jobs after which a job of a lower band (tier within a lane) is promoted. */
const oneIn = 10;

type Band = readonly [lane: Lane, tier: Tier];
type PromoteDeps = Pick<GatewayDeps, 'compressionJobs' | 'redis' | 'config' | 'logger' | 'db'>;

/** All combinations of lane and tier ("bands"), from highest to lowest priority. */
const bands: readonly Band[] = lanes.flatMap((lane) => tiers.map((tier) => [lane, tier] as const));
/** Bands (combinations of lane and tier) that could starve, in the order of promotion. */
const starvable: readonly Band[] = bands.slice(1).toReversed();

/**
 * Returns a function to be called after each finished job. Every tenth call promotes one job of a lower band (lane and
 * tier), so that no band starves under load. The bands take turns. Each background process counts its own calls.
 */
export function createPromoter(deps: PromoteDeps): () => Promise<void> {
  let finished = 0;
  let next = 0;
  return async () => {
    finished += 1;
    if (finished % oneIn !== 0) return;
    for (let tried = 0; tried < starvable.length; tried += 1) {
      const band = starvable[next % starvable.length];
      next += 1;
      if (band && (await promoteFirst(deps, band))) return;
    }
  };
}

/**
 * Promotes the first job of a band (lane and tier). Returns false if the band is empty, no higher band has waiting
 * jobs, or long jobs already occupy their share of engine processes.
 */
async function promoteFirst(deps: PromoteDeps, [lane, tier]: Band): Promise<boolean> {
  const { redis, logger } = deps;
  const { queue } = deps.compressionJobs;
  const key = queue.toKey('prioritized');
  const from = bandStart(lane, tier) * scorePerPriority;
  const following = bands[bands.findIndex(([l, t]) => l === lane && t === tier) + 1];
  const to = following ? `(${bandStart(...following) * scorePerPriority}` : '+inf';
  const [higher, [jobId]] = await Promise.all([
    redis.zcount(key, '-inf', `(${from}`),
    redis.zrangebyscore(key, from, to, 'LIMIT', 0, 1),
  ]);
  if (higher === 0 || jobId === undefined) return false;
  if (lane === 'long' && (await hasLongShare(deps))) return false;
  const job = await queue.getJob(jobId);
  await job?.changePriority({ priority: promotedPriority });
  logger.debug({ jobId, lane, tier }, 'promoted lower-tier job');
  return job !== undefined;
}

/** Returns whether long jobs already occupy the maximum number of engine processes allowed for them. */
async function hasLongShare(deps: PromoteDeps): Promise<boolean> {
  const inWork = await deps.redis.lrange(deps.compressionJobs.queue.toKey('active'), 0, -1);
  if (inWork.length === 0) return false;
  const [{ engineProcesses, expressProcesses }, { long }] = await Promise.all([
    readWorkers(deps),
    deps.db
      .selectFrom('compressions')
      .select(({ fn }) => fn.countAll<number>().as('long'))
      .where('id', 'in', inWork)
      .where('lane', '=', 'long')
      .executeTakeFirstOrThrow(),
  ]);
  return Number(long) >= Math.max(1, engineProcesses - expressProcesses);
}
