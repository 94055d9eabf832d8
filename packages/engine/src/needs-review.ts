import type { Encoded } from './image.ts';
import type { Plan } from './steps/plan.ts';

/**
 * Factor by which the loss of the worst tile (100 − score) may exceed the loss that the requested quality allows.
 * Measured on 200 images with and without a damaged region (decision 61).
 */
const maxLossFactor = 1.4;
/** Score from which a tile is never worth a look, because its differences are hard to see. */
const invisibleScore = 80;
/** Score below which a result is worth a look if it was made to fit a maximum file size. It is that of the preset Small. */
const poorScore = 60;

/**
 * Returns whether a person should look at a result: one part of it differs much more from the original than the rest, or
 * the maximum file size led to a poor quality. Returns undefined if the result was not scored.
 */
export function needsReview(
  { score, worstTileScore }: Pick<Encoded, 'score' | 'worstTileScore'>,
  { targetScore, sizeLimits }: Pick<Plan, 'targetScore' | 'sizeLimits'>,
): boolean | undefined {
  if (score === null || worstTileScore === null) return undefined;
  const isLimited = sizeLimits !== undefined && sizeLimits.maxBytes < Infinity;
  if (isLimited && score < poorScore) return true;
  // Compare with the requested quality, because a poor part also lowers the score of the whole image. With a maximum file
  // size, the reached score takes its place.
  const loss = 100 - (isLimited ? score : targetScore);
  return worstTileScore < invisibleScore && 100 - worstTileScore > loss * maxLossFactor;
}
