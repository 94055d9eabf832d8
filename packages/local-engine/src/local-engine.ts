import type { CompressionOptions, EncodedFormat } from './compression-options.ts';
import type { EngineReport } from './engine-report.ts';

export interface EngineOptions {
  /** Maximum number of images that are compressed at once, each in its own process. Defaults to the number of processors. */
  processes?: number | undefined;
  /**
   * Maximum estimated memory in megabytes of all images in progress. Further images wait. Defaults to three quarters of
   * the container's memory limit or, without a limit, of the machine's memory.
   */
  memoryMegabytes?: number | undefined;
}

/** Options for one call. */
export interface CallOptions {
  /** Aborts the call. The call then stops immediately and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Compresses images in child processes of the current process. */
export interface LocalEngine {
  /**
   * Compresses an image, or restores the JPEG in an archive. Further images wait while all processes are busy or memory
   * is short.
   * @throws LocalEngineError, or the signal's reason if the call is aborted
   */
  compress(bytes: Uint8Array, options?: CompressionOptions, call?: CallOptions): Promise<LocalResult>;
  /**
   * Ends all child processes, which otherwise keep the current process alive. Unfinished calls reject with
   * `engine_closed`.
   */
  close(): void;
}

/** A compressed image. */
export interface LocalResult {
  bytes: Uint8Array;
  format: EncodedFormat;
  /** Dimensions of the image in pixels, after its orientation has been applied. For an animation, of one frame. */
  widthPx: number;
  heightPx: number;
  /** File size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the file, as hexadecimal digits. */
  sha256: string;
  /** True if no smaller version was found. The result then contains the original's pixels without metadata. */
  alreadyOptimal: boolean;
  /** Report on how the image was processed. */
  report: EngineReport;
  /** The files for a web page. Null unless `variants` was requested. */
  variants: LocalVariants | null;
}

/** The files that were made from one image for a web page. */
export interface LocalVariants {
  /**
   * By format, in the order in which browsers should try them, the fallback (JPEG or PNG) last; by width within a format.
   */
  files: LocalVariantFile[];
  /** Requested variants that were not made, with the reason. */
  skipped: LocalSkippedVariant[];
  /** ThumbHash of the image, encoded as Base64. */
  thumbHash: string;
  /** A blurred version of the image as a data URL. */
  placeholderUrl: string;
}

/** One file of a group of variants. */
export interface LocalVariantFile {
  bytes: Uint8Array;
  format: EncodedFormat;
  widthPx: number;
  heightPx: number;
  /** File size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the file, as hexadecimal digits. */
  sha256: string;
  /** SSIMULACRA2 score against the original in the same size; null if it was not measured. */
  score: number | null;
}

/**
 * A requested variant that was not made. `format` is null if the width was skipped in all formats. `reason`:
 * `wider-than-original`, because images are never enlarged; `not-smaller-than-larger`, because the next wider variant of
 * the format does not need more bytes; `not-smaller-than-fallback`, because the format does not need fewer bytes than
 * the fallback; `too-large-for-format`, because the format cannot store an image of this size.
 */
export interface LocalSkippedVariant {
  format: EncodedFormat | null;
  widthPx: number;
  reason:
    | 'wider-than-original'
    | 'not-smaller-than-larger'
    | 'not-smaller-than-fallback'
    | 'too-large-for-format';
}
