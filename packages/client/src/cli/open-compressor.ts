import { type CloudCompressor, openCloudCompressor } from './cloud-compressor.ts';
import type { Compressor } from './compressor.ts';
import type { ConnectionFlags } from './connect.ts';
import { openLocalCompressor } from './local-compressor.ts';
import type { Surroundings } from './program.ts';

export interface CompressorFlags extends ConnectionFlags {
  local?: true;
  concurrency?: number;
}

/**
 * Returns a compressor that uses the local engine if `--local` is set, otherwise the API.
 * @throws UsageError, or GossamerError if the API fails
 */
export function openCompressor(
  flags: CompressorFlags,
  around: Pick<Surroundings, 'env' | 'signal'>,
): Promise<Compressor | CloudCompressor> {
  return flags.local ? openLocalCompressor(flags.concurrency) : openCloudCompressor(flags, around);
}
