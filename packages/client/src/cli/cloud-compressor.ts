import { createHash } from 'node:crypto';
import type { CompressionOptions } from '../compression-options.ts';
import type { EngineReport } from '../engine-report.ts';
import { GossamerTimeoutError } from '../errors.ts';
import type { Gossamer } from '../gossamer.ts';
import type { ResultDelivery } from '../result-delivery.ts';
import type { Compression } from '../types.ts';
import type { Variants } from '../variants.ts';
import type {
  CompressedVariant,
  CompressedVariants,
  Compressor,
  EstimatedImage,
  NamedImage,
} from './compressor.ts';
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
  deliver(
    image: NamedImage,
    options: CompressionOptions & { deliverTo: string },
    signal: AbortSignal,
  ): Promise<DeliveredImage>;
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
  return {
    maxFileBytes: usage.limits.maxFileBytes,
    concurrency,
    compress: async ({ bytes: original, filename }, options, signal) => {
      const job = await gossamer.compress(original, { ...options, filename, signal });
      const { format, widthPx, heightPx, sha256, report } = job.result;
      const variants = job.result.variants && (await downloadAll(gossamer, job, job.result.variants, signal));
      const main = variants?.files.find((file) => file.sha256 === sha256);
      const bytes = main?.bytes ?? verified(await gossamer.download(job.id, { signal }), sha256);
      return { bytes, format, widthPx, heightPx, isReused: job.isReused, sha256, report, variants };
    },
    estimate: async ({ bytes, filename }, options, signal) => {
      const { estimate, wouldBeCounted } = await gossamer.estimate(bytes, { ...options, filename, signal });
      return { format: estimate.format, sizeBytes: estimate.sizeBytes, isReused: !wouldBeCounted };
    },
    deliver: async ({ bytes, filename }, options, signal) => {
      const { id, result, isReused } = await gossamer.compress(bytes, { ...options, filename, signal });
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

async function downloadAll(
  gossamer: Gossamer,
  { id }: Compression,
  { skipped, thumbHash, placeholderUrl }: Variants,
  signal: AbortSignal,
): Promise<CompressedVariants> {
  const files: CompressedVariant[] = [];
  for await (const { bytes, sha256, format, widthPx, heightPx, score } of gossamer.downloadVariants(id, {
    signal,
  })) {
    files.push({ bytes: verified(bytes, sha256), sha256, format, widthPx, heightPx, score });
  }
  return { files, skipped, thumbHash, placeholderUrl };
}

/** Returns a file whose hash is as expected. @throws FileFault */
function verified<Bytes extends Uint8Array>(bytes: Bytes, sha256: string): Bytes {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new FileFault('download_damaged', 'The downloaded file is damaged. Try again.');
}
