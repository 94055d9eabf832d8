import type { Encoded, Header } from '../image.ts';
import type { Plan } from './plan.ts';

/** Maximum share of the original's size for a new encoding to be worthwhile, because it loses a little quality. */
const worthwhileShare = 0.98;
/** Points by which a new encoding may miss its target score if the original can be kept instead. */
const acceptedShortfall = 2;

export function isGoodEnough({ score }: Encoded, { targetScore }: Plan): boolean {
  return score === null || score >= targetScore - acceptedShortfall;
}

/**
 * Returns the new encoding if it saves at least 2 % and is good enough, else the original's coded pixels, so that
 * results are never larger. `kept` is undefined if a change was requested: the new encoding then wins at any size.
 */
export function choose(encoded: Encoded, kept: Encoded | undefined, header: Header, plan: Plan): Encoded {
  if (!kept) return encoded;
  // Keep the original: libvips cannot read further frames of an animated PNG, so a new encoding would lose them.
  if (header.isAnimatedPng) return kept;
  // A rewritten orientation can take a few bytes more than in the original.
  if (kept.data.length > header.sizeBytes && encoded.data.length <= header.sizeBytes) return encoded;
  const isWorthwhile = encoded.data.length < kept.data.length * worthwhileShare;
  return isGoodEnough(encoded, plan) && isWorthwhile ? encoded : kept;
}
