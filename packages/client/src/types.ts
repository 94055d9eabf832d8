import type { CompressionOptions } from './compression-options.ts';
import type { EngineReport } from './engine-report.ts';
import type { FailureCode } from './error-codes.ts';
import type {
  ColorChoice,
  ColorFilter,
  EncodedFormat,
  HdrChoice,
  InputFormat,
  OutputFormat,
  PreservableMetadata,
  ResizeFit,
  UnreachableChoice,
} from './formats.ts';
import type { Problem } from './problem.ts';
import type { ResultDelivery } from './result-delivery.ts';
import type { RequestedVariants, Variants } from './variants.ts';

/*
 * Types of API requests and responses. They are copies, so that the package has no dependencies; a test verifies that
 * they match the API's schemas.
 */

/** Properties that are stored with a job but do not affect its result. */
export interface JobNotes {
  /** File name for downloads and lists. Defaults to the name of the file or to the file name in the URL. */
  filename?: string | undefined;
  /** An https URL to notify when the job has ended, in addition to the account's webhooks. */
  webhookUrl?: string | undefined;
  /**
   * Presigned https URL to which the result is sent with `PUT`. The URL must stay valid for the retries, which take up to
   * a day. `waitForDelivery` waits until the delivery has ended.
   */
  deliverTo?: string | undefined;
  /**
   * Presigned https URLs to which the variants are sent, by width and file extension: `{ '800.avif': 'https://…' }`.
   * Names of variants that are not made are ignored. Requires the option `variants`.
   */
  deliverVariantsTo?: Record<string, string> | undefined;
  /**
   * Your own key-value pairs, which are returned with the job: at most 20, with keys of up to 40 and values of up to
   * 500 characters.
   */
  metadata?: Record<string, string> | undefined;
}

/** One image of a batch. */
export interface BatchItem extends CompressionOptions, JobNotes {
  /** Public http or https URL of the image. */
  url: string;
}

/** Status of a job. `completed` and `failed` are final. */
export type CompressionStatus = 'processing' | 'completed' | 'failed';

/** A job: one image with its options and its result. Times are ISO 8601 in UTC. */
export interface Compression {
  id: string;
  status: CompressionStatus;
  createdAt: string;
  /** Time at which the job completed or failed; null while it is processing. */
  settledAt: string | null;
  filename: string;
  original: OriginalFigures;
  /** The requested options, with defaults applied. */
  options: {
    quality: number;
    format: OutputFormat;
    formats: EncodedFormat[] | null;
    filter: ColorFilter;
    resizeWidth: number | null;
    resizeHeight: number | null;
    maintainAspect: boolean;
    fit: ResizeFit | null;
    resizePercent: number | null;
    background: string | null;
    preserve: PreservableMetadata[];
    color: ColorChoice;
    hdr: HdrChoice;
    maxBytes: number | null;
    minBytes: number | null;
    onUnreachable: UnreachableChoice;
    archive: boolean;
    variants: RequestedVariants | null;
  };
  /** The result of a completed job; otherwise null. */
  result: CompressionResult | null;
  /** The reason for a failure; null unless the job failed. */
  error: { code: FailureCode; message: string } | null;
  /**
   * True if an earlier result for the same bytes and options was reused. Up to 50 reused results per day do not count
   * against the quota.
   */
  isReused: boolean;
  /** Your own key-value pairs. */
  metadata: Record<string, string>;
  webhookUrl: string | null;
  /** The delivery of the result to `deliverTo`. Absent if the job has no `deliverTo`. */
  delivery?: ResultDelivery | undefined;
}

/** A completed job, whose `result` is not null. */
export interface CompletedCompression extends Compression {
  status: 'completed';
  result: CompressionResult;
}

/** Properties of an original. */
export interface OriginalFigures {
  /** Format detected from the file's content. */
  format: InputFormat;
  /** File size in bytes. */
  sizeBytes: number;
}

/** Properties of a result or an estimate. */
export interface ImageFigures {
  format: EncodedFormat;
  /** File size in bytes. */
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  /** Reduction in file size in percent, 0 to 100, rounded to one decimal place. */
  savedPercent: number;
}

/** The result of a completed job. */
export interface CompressionResult extends ImageFigures {
  /** True if no smaller version was found. The result then contains the original's pixels without metadata. */
  isAlreadyOptimal: boolean;
  /** SHA-256 of the file, as hexadecimal digits. */
  sha256: string;
  /** Link to the file. The link needs no API key and expires after 15 minutes. Null once the file is deleted. */
  url: string | null;
  /** Time at which `url` expires. `get` returns the job with a new link. */
  urlExpiresAt: string | null;
  /** Time at which the file will be or was deleted. */
  expiresAt: string;
  /** Report on how the image was processed; null if there is none. */
  report: EngineReport | null;
  /** The files for a web page. Null unless `variants` was requested. */
  variants: Variants | null;
}

/** The outcome of a batch. */
export interface BatchResult {
  /**
   * One entry per item, in the order of the request. `status` is the HTTP status that a single request would return.
   */
  data: ({ status: number; compression: Compression } | { status: number; problem: Problem })[];
  /** Number of entries with a `compression`. */
  accepted: number;
  /** Number of entries with a `problem`. */
  refused: number;
}

/** The expected result of compressing an image. The actual result is usually a little smaller. */
export interface Estimate {
  original: OriginalFigures;
  estimate: ImageFigures;
  /** False if compressing the image would reuse an earlier result, which does not count against the quota. */
  wouldBeCounted: boolean;
}

/** A webhook message about a job that has ended. */
export interface CompressionMessage {
  type: 'compression.completed' | 'compression.failed';
  timestamp: string;
  data: Compression;
}

/** A webhook message sent by the account's owner to test an endpoint. */
export interface TestMessage {
  type: 'webhook.test';
  timestamp: string;
  data: { webhookId: string };
}

/** Any webhook message, distinguished by `type`. */
export type WebhookMessage = CompressionMessage | TestMessage;
