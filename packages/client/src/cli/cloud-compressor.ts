import { createHash } from 'node:crypto';
import type { CompressionOptions } from '../compression-options.ts';
import { GossamerTimeoutError } from '../errors.ts';
import type { Gossamer } from '../gossamer.ts';
import type { CompletedCompression, Compression, Estimate, JobNotes, OriginalFigures } from '../types.ts';
import type { Variants } from '../variants.ts';
import type {
  CompressedImage,
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

/** A compressor that can also have the server fetch images and send the results to the user's storage. */
export interface CloudCompressor extends Compressor {
  /** Compresses the image at a public URL, which the server fetches. @throws as `compress` */
  compressUrl(image: RemoteImage, options: CompressionOptions, signal: AbortSignal): Promise<FetchedImage>;
  /** Estimates the result for the image at a public URL. @throws as `compress` */
  estimateUrl(
    image: RemoteImage,
    options: CompressionOptions,
    signal: AbortSignal,
  ): Promise<EstimatedImage & Fetched>;
  /**
   * Compresses an image and waits until the server has sent the results to presigned URLs, or has failed to.
   * @throws GossamerError or FileFault if the image cannot be compressed or a delivery is still pending
   */
  deliver(
    image: NamedImage,
    options: CompressionOptions & Pick<JobNotes, 'deliverTo' | 'deliverVariantsTo'>,
    signal: AbortSignal,
  ): Promise<DeliveredImage>;
}

export interface RemoteImage {
  url: string;
  filename: string;
}

/** Properties of an image that the server has fetched. */
interface Fetched {
  original: OriginalFigures;
}

export interface FetchedImage extends CompressedImage, Fetched {}

/** A job whose deliveries have ended. The result's variants have a delivery each. */
export type DeliveredImage = Pick<CompletedCompression, 'delivery' | 'isReused' | 'result'>;

/**
 * Returns a compressor that sends images to the API. Verifies the API key first.
 * @throws UsageError, or GossamerError if the API fails
 */
export async function openCloudCompressor(
  flags: ConnectionFlags,
  around: Pick<Surroundings, 'env' | 'signal'>,
): Promise<CloudCompressor> {
  const { gossamer, usage } = await connect(flags, around);
  return {
    maxFileBytes: usage.limits.maxFileBytes,
    concurrency,
    estimatesExactly: false,
    compress: async ({ bytes, filename }, options, signal) => {
      const job = await gossamer.compress(bytes, { ...options, filename, signal });
      return downloadResult(gossamer, job, signal);
    },
    estimate: async ({ bytes, filename }, options, signal) =>
      toEstimated(await gossamer.estimate(bytes, { ...options, filename, signal })),
    compressUrl: async ({ url, filename }, options, signal) => {
      const job = await gossamer.compress({ url }, { ...options, filename, signal });
      return { ...(await downloadResult(gossamer, job, signal)), original: job.original };
    },
    estimateUrl: async ({ url, filename }, options, signal) => {
      const estimate = await gossamer.estimate({ url }, { ...options, filename, signal });
      return { ...toEstimated(estimate), original: estimate.original };
    },
    deliver: async ({ bytes, filename }, options, signal) => {
      const job = await gossamer.compress(bytes, { ...options, filename, signal });
      const { delivery, result } = await gossamer.waitForDelivery(job.id, { signal }).catch(stillPending);
      return { delivery, isReused: job.isReused, result: result ?? job.result };
    },
    close: () => {},
  };
}

async function downloadResult(
  gossamer: Gossamer,
  job: CompletedCompression,
  signal: AbortSignal,
): Promise<CompressedImage> {
  const { format, widthPx, heightPx, sha256, report } = job.result;
  const variants = job.result.variants && (await downloadAll(gossamer, job, job.result.variants, signal));
  const main = variants?.files.find((file) => file.sha256 === sha256);
  const bytes = main?.bytes ?? verified(await gossamer.download(job.id, { signal }), sha256);
  return { bytes, format, widthPx, heightPx, isReused: job.isReused, sha256, report, variants };
}

const toEstimated = ({ estimate: { format, sizeBytes }, wouldBeCounted }: Estimate): EstimatedImage => ({
  format,
  sizeBytes,
  isReused: !wouldBeCounted,
});

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
