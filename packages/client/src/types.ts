import type { EngineReport } from './engine-report.ts';
import type { FailureCode } from './error-codes.ts';
import type { ColorFilter, EncodedFormat, InputFormat, OutputFormat } from './formats.ts';
import type { Problem } from './problem.ts';

/**
 * Requests and responses of the API, written out so that the package has no dependencies for them; a test compares them
 * with the API's own schemas. Sizes in bytes, times as ISO 8601 in UTC.
 */

/** Options for compressing an image, all optional. */
export interface CompressionOptions {
  /** Visual quality of the result compared with the original, 10 to 100. Default 85. */
  quality?: number | undefined;
  /**
   * Format of the result. `auto` picks the smallest of the formats that every browser supports, so never AVIF. Default
   * `auto`.
   */
  format?: OutputFormat | undefined;
  /** Default `none`. */
  filter?: ColorFilter | undefined;
  /** Width in pixels. Images are never enlarged. */
  resizeWidth?: number | undefined;
  /** Height in pixels. Together with `resizeWidth`, it defines a box that the image is scaled to fit. */
  resizeHeight?: number | undefined;
  /** `false` stretches the image to exactly the given width and height. Default `true`. */
  maintainAspect?: boolean | undefined;
}

/** Options stored with a job, all optional. */
export interface JobNotes {
  /** File name for downloads and lists. Default: the name of the file, or the one in its URL. */
  filename?: string | undefined;
  /** An https URL that is notified when this job is done, in addition to the account's webhooks. */
  webhookUrl?: string | undefined;
  /** Your own key-value pairs, at most 20, which are returned with the job. */
  metadata?: Record<string, string> | undefined;
}

/** One image of a batch. */
export interface BatchItem extends CompressionOptions, JobNotes {
  /** Public http or https URL. */
  url: string;
}

export type CompressionStatus = 'processing' | 'completed' | 'failed';

/** A job. */
export interface Compression {
  id: string;
  status: CompressionStatus;
  createdAt: string;
  /** When the job ended. Null while it is processing. */
  settledAt: string | null;
  filename: string;
  original: OriginalFigures;
  options: {
    quality: number;
    format: OutputFormat;
    filter: ColorFilter;
    resizeWidth: number | null;
    resizeHeight: number | null;
    maintainAspect: boolean;
  };
  /** Null unless the job is completed. */
  result: CompressionResult | null;
  /** Null unless the job has failed. */
  error: { code: FailureCode; message: string } | null;
  /** True if an earlier result for the same bytes and options was returned. Up to 50 of these a day are not counted. */
  isReused: boolean;
  metadata: Record<string, string>;
  webhookUrl: string | null;
}

/** A completed job. */
export interface CompletedCompression extends Compression {
  status: 'completed';
  result: CompressionResult;
}

export interface OriginalFigures {
  format: InputFormat;
  sizeBytes: number;
}

export interface ImageFigures {
  format: EncodedFormat;
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  /** Reduction in file size, in percent with one decimal. */
  savedPercent: number;
}

export interface CompressionResult extends ImageFigures {
  /** No smaller version was found: the result has the original's pixels, without its metadata. */
  isAlreadyOptimal: boolean;
  sha256: string;
  /** A link to the file that works without a key for 15 minutes. Null once the file is deleted. */
  url: string | null;
  urlExpiresAt: string | null;
  /** When the file is or was deleted. */
  expiresAt: string;
  /** Null if there is none. */
  report: EngineReport | null;
}

/**
 * The outcome of each item of a batch, in the order of the request. `status` is the status that a single request would
 * return.
 */
export interface BatchResult {
  data: ({ status: number; compression: Compression } | { status: number; problem: Problem })[];
  accepted: number;
  refused: number;
}

/** The estimated result of compressing an image. */
export interface Estimate {
  original: OriginalFigures;
  estimate: ImageFigures;
  /** False if an earlier result would be returned. */
  wouldBeCounted: boolean;
}

/** Usage and limits. */
export interface Usage {
  plan: 'free' | 'pro';
  /** The current calendar month. */
  month: { startsAt: string; endsAt: string; compressions: number };
  /** Today's usage of the whole account, including the website. `limit` is null if there is none. */
  day: { compressions: number; limit: number | null; resetsAt: string };
  limits: {
    maxFileBytes: number;
    maxPixels: number;
    maxBatchItems: number;
    requestsPerMinute: number;
    maxWaitSeconds: number;
  };
  /** How long files are kept after a job is done, in seconds. */
  retention: { originalSeconds: number; resultSeconds: number };
}

/** A webhook message about a job. */
export interface CompressionMessage {
  type: 'compression.completed' | 'compression.failed';
  timestamp: string;
  data: Compression;
}

/** A webhook message that was sent manually to test an endpoint. */
export interface TestMessage {
  type: 'webhook.test';
  timestamp: string;
  data: { webhookId: string };
}

/** Any webhook message, distinguished by `type`. */
export type WebhookMessage = CompressionMessage | TestMessage;
