import type { Encoding } from '@gossamer/contracts/engine-report';

/** Returns whether an encoding preserves the pixels exactly. */
export const isLossless = (encoding: Encoding) => encoding === 'original' || encoding.endsWith(' lossless');
