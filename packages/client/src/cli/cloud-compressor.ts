import { createHash } from 'node:crypto';
import type { EngineReport } from '../engine-report.ts';
import { GossamerTimeoutError } from '../errors.ts';
import type { ResultDelivery } from '../result-delivery.ts';
import type { CompressionOptions } from '../types.ts';
import type { Compressor, EstimatedImage, NamedImage } from './compressor.ts';
import { type ConnectionFlags, connect } from './connect.ts';
import { FileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';

/** Number of files that are sent and compressed at once, unless `--concurrency` is set. */
const concurrency = 4;

/** A compressor that can also have the server send the results to the user's storage. */
export interface DeliveringCompressor extends Compressor {
  /**
   * Compresses an image and waits until the server has sent the result to a presigned URL, or has failed to.
   * @throws GossamerError or FileFault if the image cannot be compressed or the delivery is still pending
   */
  deliver(image: NamedImage, options: CompressionOptions, deliverTo: string): Promise<DeliveredImage>;
}

export interface DeliveredImage extends EstimatedImage {
  report: EngineReport | null;
  delivery: ResultDelivery;
}

/**
 * Returns a compressor that sends images to the API. Verifies the API key first.
 * @throws UsageError, or GossamerError if the API fails
 */
export async function openCloudCompressor(
  flags: ConnectionFlags,
  around: Pick<Surroundings, 'env' | 'signal'>,
): Promise<DeliveringCompressor> {
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
    deliver: async ({ bytes, filename }, options, deliverTo) => {
      const { id, result, isReused } = await gossamer.compress(bytes, {
        ...options,
        filename,
        deliverTo,
        signal,
      });
      const { delivery } = await gossamer.waitForDelivery(id, { signal }).catch(stillPending);
      if (!delivery) throw new FileFault('delivery_unavailable', 'The server does not deliver results.');
      const { format, sizeBytes, report } = result;
      return { format, sizeBytes, isReused, report, delivery };
    },
    close: () => {},
  };
}

function stillPending(error: unknown): never {
  if (!(error instanceof GossamerTimeoutError)) throw error;
  throw new FileFault(
    'delivery_pending',
    'The result is compressed but not delivered yet. The server retries for up to a day.',
  );
}
