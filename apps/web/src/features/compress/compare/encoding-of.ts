import type { Encoding } from '@gossamer/contracts/engine-report';

/** Returns what was done with an archive, or undefined for an ordinary compression. */
export function archiveStepOf(encoding: Encoding | undefined): 'archived' | 'restored' | undefined {
  if (encoding === 'jxl archive') return 'archived';
  return encoding === 'jpeg restored' ? 'restored' : undefined;
}

/** Returns whether an encoding preserves the pixels exactly. */
export const isLossless = (encoding: Encoding) =>
  encoding === 'original' || encoding.endsWith(' lossless') || archiveStepOf(encoding) !== undefined;
