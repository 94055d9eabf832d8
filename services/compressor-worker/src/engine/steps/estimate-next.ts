import { competingFormats } from '../competing-formats.ts';
import type { Image } from '../image.ts';
import type { ImageScorers } from '../scorers.ts';
import { candidatesOf, contestOf, type Outcome } from './encode.ts';
import type { Plan } from './plan.ts';

/** Expected size of the result at the next lower preset. */
export type NextStep = { quality: number; sizeBytes: number };

/** Size of the result relative to the original from which the size at the next lower preset is estimated. */
const largeShare = 0.6;
/** Maximum expected size relative to the result. A smaller gain is not worth a lower quality. */
const noticeableShare = 0.85;

/** Range of the correction of estimates, and its exponent. Half of an error in percent recurs at another quality. */
const correction = { least: 0.8, most: 1.3, exponent: 0.5 };

/**
 * Estimates the size of the result at the next lower preset, if the result is not much smaller than the original. The
 * trials are those of a search at that quality. Their sizes are corrected by the error that they had for the finished
 * file. About nine of ten estimates are within 15 % of the result.
 */
export async function estimateNext(
  image: Image,
  plan: Plan,
  scorers: ImageScorers,
  { data, growth = 1 }: Outcome,
  originalBytes: number,
): Promise<NextStep | undefined> {
  const { next, effort } = plan;
  const resultBytes = Math.min(data.length, originalBytes);
  const isLarge = resultBytes > originalBytes * largeShare;
  if (!next || effort === 'fast' || image.pages > 1 || !isLarge) return undefined;
  const lowerPlan = { ...plan, targetScore: next.targetScore };
  const formats = competingFormats(image, lowerPlan);
  const contest = contestOf(image, lowerPlan, scorers, formats);
  const begun = (await Promise.all(formats.map((output) => candidatesOf(contest, output)))).flat();
  const refined = await Promise.all(begun.map((candidate) => candidate.refine()));
  const reaching = refined.filter(({ reaches }) => reaches);
  const expectedBytes = Math.min(...reaching.map((candidate) => candidate.expectedBytes));
  const { least, most, exponent } = correction;
  const sizeBytes = Math.round(expectedBytes * Math.max(least, Math.min(most, growth)) ** exponent);
  return sizeBytes <= resultBytes * noticeableShare ? { quality: next.quality, sizeBytes } : undefined;
}
