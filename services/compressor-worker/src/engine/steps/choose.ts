import type { Encoded, Header } from '../image.ts';
import type { Plan } from './plan.ts';

/** A new encoding costs a little quality; below this saving it is not worth it. */
const worthwhileShare = 0.98;
/** What falls short of its score by more than this is no result where there is another. */
const acceptedShortfall = 2;

export function isGoodEnough({ score }: Encoded, { targetScore }: Plan): boolean {
  return score === null || score >= targetScore - acceptedShortfall;
}

/**
 * Never larger: the new encoding where it saves at least 2 % and looks as asked, else the original's own pixels.
 * `kept` is undefined where a change was asked for: then the new encoding stands, whatever its size.
 */
export function choose(encoded: Encoded, kept: Encoded | undefined, header: Header, plan: Plan): Encoded {
  if (!kept) return encoded;
  // Its further frames are beyond libvips: a new encoding would hold the first one only.
  if (header.isAnimatedPng) return kept;
  // Writing the orientation anew can take a few bytes more than an original had for it.
  if (kept.data.length > header.sizeBytes && encoded.data.length <= header.sizeBytes) return encoded;
  const isWorthwhile = encoded.data.length < kept.data.length * worthwhileShare;
  return isGoodEnough(encoded, plan) && isWorthwhile ? encoded : kept;
}
