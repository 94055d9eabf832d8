import type { Encoding } from '@gossamer/contracts/engine-report';

/** Whether these bytes hold the very pixels that were sent. */
export const isLossless = (encoding: Encoding) => encoding === 'original' || encoding.endsWith(' lossless');
