import type { CompressionOptions } from '../compression-options.ts';
import type { EngineReport } from '../engine-report.ts';
import type { ImageFigures } from '../types.ts';
import type { SkippedVariant } from '../variants.ts';

/** Compresses the images of a command, either with the API or with the local engine. */
export interface Compressor {
  /** Maximum size of a file in bytes. */
  readonly maxFileBytes: number;
  /** Number of files that are processed at once by default. */
  readonly concurrency: number;
  /** Whether `estimate` returns the exact figures, because it compresses the image in the same way as `compress`. */
  readonly estimatesExactly: boolean;
  /**
   * Compresses an image. Stops as soon as the signal is aborted.
   * @throws GossamerError or FileFault if the image cannot be compressed, or the signal's reason
   */
  compress(image: NamedImage, options: CompressionOptions, signal: AbortSignal): Promise<CompressedImage>;
  /**
   * Returns the expected size and format of the result. Stores nothing and does not count against the quota.
   * @throws as `compress`
   */
  estimate(image: NamedImage, options: CompressionOptions, signal: AbortSignal): Promise<EstimatedImage>;
  /** Releases all resources. Unfinished calls reject. */
  close(): void;
}

export interface NamedImage {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

export interface CompressedImage {
  bytes: Uint8Array;
  format: ImageFigures['format'];
  widthPx: number;
  heightPx: number;
  /** Whether an earlier result was returned, which does not count against the quota. */
  isReused: boolean;
  /** SHA-256 of `bytes`, as hexadecimal digits. */
  sha256: string;
  /** Report on how the image was processed. Null in results that a server kept from an earlier version. */
  report: EngineReport | null;
  /** Null unless variants were requested. */
  variants: CompressedVariants | null;
}

/** The files that were made from one image for a web page. */
export interface CompressedVariants {
  files: CompressedVariant[];
  skipped: SkippedVariant[];
  thumbHash: string;
  placeholderUrl: string;
}

export interface CompressedVariant
  extends Pick<CompressedImage, 'bytes' | 'format' | 'widthPx' | 'heightPx' | 'sha256'> {
  score: number | null;
}

export interface EstimatedImage {
  format: ImageFigures['format'];
  sizeBytes: number;
  isReused: boolean;
}
