import { EngineError } from '../errors.ts';
import { isWithin } from '../file-size/size-limits.ts';
import type { Encoded, Image } from '../image.ts';
import { targetScoreOf } from '../quality.ts';
import type { SizePx } from '../sizes.ts';
import type { Outcome } from './encode.ts';
import type { NextStep } from './estimate-next.ts';
import type { Plan } from './plan.ts';

/** The image, plan and results of one run of the engine's steps. */
export type Made = {
  image: Image;
  plan: Plan;
  encoded: Outcome;
  chosen: Encoded;
  preview: Uint8Array;
  next: NextStep | undefined;
};

/** Score of the lowest preset. Below it, the image is made smaller instead of being encoded at a lower quality. */
const leastScore = targetScoreOf(30);
/**
 * Points by which a score may be below `leastScore` without further shrinking, because the scaling factor is an
 * estimate.
 */
const scoreSlack = 2;
/** At equal quality, the file size is about proportional to the number of pixels to the power of this exponent. */
const bytesExponent = 0.8;
/** Smallest and largest factor by which the width and height are scaled in one step. */
const scales = { least: 0.1, most: 0.93 };

/**
 * Returns the plan with a smaller width and height, or undefined if the image must not or need not be shrunk. An image
 * is shrunk only if the settings request it and the file is too large or has a low quality.
 */
export function shrink({ plan, encoded, chosen }: Made): Plan | undefined {
  const { sizeLimits } = plan;
  if (sizeLimits?.onUnreachable !== 'shrink' || Math.max(plan.widthPx, plan.heightPx) === 1) return undefined;
  const { maxBytes } = sizeLimits;
  const isTooLarge = chosen.data.length > maxBytes;
  if (!isTooLarge && (chosen.score ?? 100) >= leastScore - scoreSlack) return undefined;
  const expectedBytes = encoded.bytesAtScore?.(leastScore) ?? Infinity;
  const neededBytes = expectedBytes < Infinity ? expectedBytes : chosen.data.length;
  const scale = (maxBytes / neededBytes) ** (1 / (2 * bytesExponent));
  return scaled(plan, Math.max(scales.least, Math.min(scales.most, scale)));
}

function scaled(plan: Plan, scale: number): Plan {
  const size = ({ widthPx, heightPx }: SizePx): SizePx => ({
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  });
  const { extended } = plan;
  return {
    ...plan,
    ...size(plan),
    extended: extended && { inner: size(extended.inner), outer: size(extended.outer) },
    isResized: true,
    mayKeepOriginal: false,
  };
}

/**
 * Checks the size of the chosen file.
 * @throws EngineError `size_unreachable` if the file is not within the limits and the settings require an error in this
 * case
 */
export function assertReachedSize({ data, score }: Encoded, { sizeLimits }: Plan): void {
  if (sizeLimits?.onUnreachable !== 'fail' || isWithin(sizeLimits, data.length)) return;
  const details = { closestBytes: data.length, closestScore: Math.round((score ?? 100) * 10) / 10 };
  throw new EngineError('size_unreachable', { details });
}
