import { competingFormats } from '../competing-formats.ts';
import { reachesScore } from '../finish.ts';
import type { Encoded, Image } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import type { ImageScorers } from '../scorers.ts';
import { candidatesOf, contestOf, type Outcome } from './encode.ts';
import type { Plan } from './plan.ts';
import { tagged } from './tag.ts';

/** Expected size of the result at the next lower preset. */
export type NextStep = { quality: number; sizeBytes: number };

/** Minimum ratio of the result's size to the original's size for which the size at the next preset is estimated. */
const largeShare = 0.6;
/** Maximum ratio of the estimated size to the result's size. A smaller gain is not worth a lower quality. */
const noticeableShare = 0.85;

/**
 * Maximum expected engine time in milliseconds for which the next preset is estimated. Twice this time, plus the time
 * for the estimate, is still below the time limit for visitors' jobs while other jobs wait.
 */
const maxCostMs = 5_000;

/** Returns the plan. Omits the estimate for the next preset if the job is expected to take too long. */
export function withAffordableEstimate(plan: Plan, costMs: number): Plan {
  return costMs <= maxCostMs ? plan : { ...plan, next: undefined };
}

/**
 * Estimates the size of the result at the next lower preset, if the result is not much smaller than the original.
 * Encodes the whole candidate that trials expect to be the smallest at that preset, because estimates from tiles are
 * often off by more than 15 %. Sizes include the tags, which can contain a gain map.
 */
export async function estimateNext(
  image: Image,
  plan: Plan,
  scorers: ImageScorers,
  { outcome, tags }: { outcome: Outcome; tags: Tags },
  originalBytes: number,
): Promise<NextStep | undefined> {
  const { next, effort } = plan;
  const sizeOf = (file: Encoded) => tagged(file, tags).data.length;
  const resultBytes = Math.min(sizeOf(outcome), originalBytes);
  const isLarge = resultBytes > originalBytes * largeShare;
  if (!next || effort === 'fast' || image.pages > 1 || !isLarge) return undefined;
  const lowerPlan = { ...plan, targetScore: next.targetScore };
  const formats = competingFormats(image, lowerPlan);
  const contest = contestOf(image, lowerPlan, scorers, formats);
  const begun = (await Promise.all(formats.map((output) => candidatesOf(contest, output)))).flat();
  const refined = await Promise.all(begun.map((candidate) => candidate.refine()));
  const reaching = refined.filter(({ reaches }) => reaches);
  const [first, ...others] = reaching;
  if (!first) return undefined;
  const leader = others.reduce(
    (one, other) => (other.expectedBytes < one.expectedBytes ? other : one),
    first,
  );
  if (leader.expectedBytes > resultBytes) return undefined;
  const file = leader.ready ?? (await leader.write()).file;
  // If the file misses the score, return no estimate, because another candidate of unknown size would be chosen.
  if (!reachesScore(file, next.targetScore)) return undefined;
  const sizeBytes = sizeOf(file);
  return sizeBytes <= resultBytes * noticeableShare ? { quality: next.quality, sizeBytes } : undefined;
}
