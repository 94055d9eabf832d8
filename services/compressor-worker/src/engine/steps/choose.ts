import type { Header } from '../picture.ts';
import type { Encoded } from './encode.ts';

export type Choice = Encoded & { alreadyOptimal: boolean };

/** A new encoding costs a little quality; below this saving it is not worth it. */
const worthwhileShare = 0.98;

/**
 * Never larger: the new encoding where it saves at least 2 %, else the stripped original.
 * `stripped` is undefined where a change was asked for: then the new encoding stands, whatever its size.
 */
export function choose(
  encoded: Encoded,
  stripped: Buffer | undefined,
  header: Header,
  originalSizeBytes: number,
): Choice {
  // Its further frames are beyond libvips: a new encoding would hold the first one only.
  if (header.isAnimatedPng && stripped)
    return { format: header.format, data: stripped, alreadyOptimal: true };
  const isWorthwhile = !stripped || encoded.data.length < stripped.length * worthwhileShare;
  // Writing the orientation anew can take a few bytes more than an original had for it.
  const hasGrown = stripped !== undefined && stripped.length > originalSizeBytes;
  if (isWorthwhile || (hasGrown && encoded.data.length <= originalSizeBytes)) {
    return { ...encoded, alreadyOptimal: false };
  }
  return { format: header.format, data: stripped, alreadyOptimal: true };
}
