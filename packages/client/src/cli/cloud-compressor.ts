import { createHash } from 'node:crypto';
import type { Compressor } from './compressor.ts';
import { type ConnectionFlags, connect } from './connect.ts';
import { FileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';

/** Number of files that are sent and compressed at once, unless `--concurrency` is set. */
const concurrency = 4;

/**
 * Returns a compressor that sends images to the API. Verifies the API key first.
 * @throws UsageError, or GossamerError if the API fails
 */
export async function openCloudCompressor(
  flags: ConnectionFlags,
  around: Pick<Surroundings, 'env' | 'signal'>,
): Promise<Compressor> {
  const { gossamer, usage } = await connect(flags, around);
  const { signal } = around;
  return {
    maxFileBytes: usage.limits.maxFileBytes,
    concurrency,
    compress: async ({ bytes: original, filename }, options) => {
      const { id, result, isReused } = await gossamer.compress(original, { ...options, filename, signal });
      const bytes = await gossamer.download(id, { signal });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (sha256 !== result.sha256) {
        throw new FileFault('download_damaged', 'The downloaded file is damaged. Try again.');
      }
      const { format, widthPx, heightPx, report } = result;
      return { bytes, format, widthPx, heightPx, isReused, sha256, report };
    },
    estimate: async ({ bytes, filename }, options) => {
      const { estimate, wouldBeCounted } = await gossamer.estimate(bytes, { ...options, filename, signal });
      return { format: estimate.format, sizeBytes: estimate.sizeBytes, isReused: !wouldBeCounted };
    },
    close: () => {},
  };
}
