import { distanceTo } from '../file-size/size-limits.ts';
import type { Encoded, Header } from '../image.ts';
import type { Plan } from './plan.ts';

/**
 * Maximum ratio of a new encoding's size to the original's size. Larger encodings are not worthwhile, because encoding
 * reduces the quality slightly.
 */
const worthwhileShare = 0.98;
/** Number of points by which a new encoding may miss its target score if the original can be returned instead. */
const acceptedShortfall = 2;

export function isGoodEnough({ score }: Encoded, { targetScore }: Plan): boolean {
  return score === null || score >= targetScore - acceptedShortfall;
}

/**
 * Returns the new encoding if it saves at least 2 % and is good enough. Otherwise, returns the original's coded pixels,
 * so that results are never larger. If `kept` is undefined because a change was requested, the new encoding is returned
 * at any size. If the file size is limited, the file that is closer to the limits wins.
 */
export function choose(encoded: Encoded, kept: Encoded | undefined, header: Header, plan: Plan): Encoded {
  if (!kept) return encoded;
  // Keep the original of an animated PNG, because libvips can read only its first frame.
  if (header.isAnimatedPng) return kept;
  if (plan.sizeLimits) {
    const { sizeLimits } = plan;
    const distance = ({ data }: Encoded) => distanceTo(sizeLimits, data.length);
    if (distance(encoded) !== distance(kept)) return distance(encoded) < distance(kept) ? encoded : kept;
  }
  // Check the size, because a rewritten orientation tag can take a few bytes more than the original's tag.
  if (kept.data.length > header.sizeBytes && encoded.data.length <= header.sizeBytes) return encoded;
  const isWorthwhile = encoded.data.length < kept.data.length * worthwhileShare;
  return isGoodEnough(encoded, plan) && isWorthwhile ? encoded : kept;
}
