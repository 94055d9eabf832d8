import type { EngineReport } from './engine-report.ts';
import type { FailureCode } from './error-codes.ts';
import type { ColorFilter, EncodedFormat, InputFormat, OutputFormat } from './formats.ts';
import type { Problem } from './problem.ts';

/**
 * What the API takes and gives, written out so that nothing has to be installed for it; a test holds it against the
 * service's own schemas. Sizes in bytes, times as ISO 8601 in UTC.
 */

/** What is to be done with an image; all optional. */
export interface CompressionOptions {
  /** 10 to 100: how close the result must look to the original. Default 85. */
  quality?: number | undefined;
  /** Of the result. `auto`: whichever is smallest of what every browser shows, so never AVIF. Default `auto`. */
  format?: OutputFormat | undefined;
  /** Default `none`. */
  filter?: ColorFilter | undefined;
  /** Pixels. An image is never enlarged. */
  resizeWidth?: number | undefined;
  /** Pixels. Together with `resizeWidth` a box that the image fits into. */
  resizeHeight?: number | undefined;
  /** `false` distorts the image to exactly the given width and height. Default `true`. */
  maintainAspect?: boolean | undefined;
}

/** What is noted with a job; all optional. */
export interface JobNotes {
  /** The file's name, for downloads and lists. Default: the file's own, or the one in its address. */
  filename?: string | undefined;
  /** An https address that is told when this job is done, beside the webhooks of the account. */
  webhookUrl?: string | undefined;
  /** Texts of your own that come back with the job, at most 20. */
  metadata?: Record<string, string> | undefined;
}

/** One image of a batch. */
export interface BatchItem extends CompressionOptions, JobNotes {
  /** Public, http or https. */
  url: string;
}

export type CompressionStatus = 'processing' | 'completed' | 'failed';

/** One job. */
export interface Compression {
  id: string;
  status: CompressionStatus;
  createdAt: string;
  /** When it was done or failed. Null while it is processing. */
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
  /** Null unless it is completed. */
  result: CompressionResult | null;
  /** Null unless it has failed. */
  error: { code: FailureCode; message: string } | null;
  /** Answered from an earlier result of the same bytes and options; up to 50 a day are not counted. */
  isReused: boolean;
  metadata: Record<string, string>;
  webhookUrl: string | null;
}

/** A job that is done. */
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
  /** Of the size of the original, one decimal. */
  savedPercent: number;
}

export interface CompressionResult extends ImageFigures {
  /** Nothing smaller was found: these are the original's own pixels, without its metadata. */
  isAlreadyOptimal: boolean;
  sha256: string;
  /** A link to the file that needs no key, for 15 minutes. Null once the file is deleted. */
  url: string | null;
  urlExpiresAt: string | null;
  /** When the file is or was deleted. */
  expiresAt: string;
  /** Null where there is none. */
  report: EngineReport | null;
}

/** What became of each item of a batch, in its order; `status` is what it would have got alone. */
export interface BatchResult {
  data: ({ status: number; compression: Compression } | { status: number; problem: Problem })[];
  accepted: number;
  refused: number;
}

/** What compressing would come to. */
export interface Estimate {
  original: OriginalFigures;
  estimate: ImageFigures;
  /** False when an earlier result would be the answer. */
  wouldBeCounted: boolean;
}

/** What was used and what is allowed. */
export interface Usage {
  plan: 'free' | 'pro';
  /** The calendar month. */
  month: { startsAt: string; endsAt: string; compressions: number };
  /** The whole account's day, the website included. `limit` null: none. */
  day: { compressions: number; limit: number | null; resetsAt: string };
  limits: {
    maxFileBytes: number;
    maxPixels: number;
    maxBatchItems: number;
    requestsPerMinute: number;
    maxWaitSeconds: number;
  };
  /** How long files are kept after a job is done. */
  retention: { originalSeconds: number; resultSeconds: number };
}

/** What a webhook of the account sends about a job. */
export interface CompressionMessage {
  type: 'compression.completed' | 'compression.failed';
  timestamp: string;
  data: Compression;
}

/** What is sent by hand to try an endpoint. */
export interface TestMessage {
  type: 'webhook.test';
  timestamp: string;
  data: { webhookId: string };
}

/** Every body of a webhook; `type` tells which. */
export type WebhookMessage = CompressionMessage | TestMessage;
