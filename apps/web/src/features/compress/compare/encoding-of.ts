import type { Encoding } from '@gossamer/contracts/engine-report';

/** Returns whether the engine archived or restored a JPEG, or undefined if it did neither. */
export function archiveStepOf(encoding: Encoding | undefined): 'archived' | 'restored' | undefined {
  if (encoding === 'jxl archive') return 'archived';
  return encoding === 'jpeg restored' ? 'restored' : undefined;
}

/** Returns whether an encoding preserves the pixels exactly. */
export const isLossless = (encoding: Encoding) =>
  encoding === 'original' || encoding.endsWith(' lossless') || archiveStepOf(encoding) !== undefined;
