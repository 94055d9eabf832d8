import type { UnreachableChoice } from '@gossamer/contracts/settings';

/** Minimum and maximum size of the result in bytes, including its metadata. */
export type SizeLimits = { minBytes: number; maxBytes: number; onUnreachable: UnreachableChoice };

/** Returns whether a file is within the limits. */
export function isWithin({ minBytes, maxBytes }: SizeLimits, sizeBytes: number): boolean {
  return distanceTo({ minBytes, maxBytes }, sizeBytes) === 0;
}

/** Returns the number of bytes by which a file is too large or too small. */
export function distanceTo(
  { minBytes, maxBytes }: Pick<SizeLimits, 'minBytes' | 'maxBytes'>,
  sizeBytes: number,
): number {
  return Math.max(0, sizeBytes - maxBytes, minBytes - sizeBytes);
}
