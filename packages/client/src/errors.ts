import type { ErrorCode } from './error-codes.ts';
import type { Compression } from './types.ts';

/** What this package finds by itself, beside the API's codes. */
export type ClientErrorCode = 'network_failed' | 'timed_out' | 'unexpected_answer';

/** A code of the API or of this package; others may come with later versions of the API. */
export type GossamerErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>);

export interface ErrorFacts {
  code: GossamerErrorCode;
  status?: number | undefined;
  field?: string | undefined;
  details?: Record<string, string | number> | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Everything that goes wrong with a call. Programs go by `code`; `message` is English, for people. */
export class GossamerError extends Error {
  override readonly name: string = 'GossamerError';
  readonly code: GossamerErrorCode;
  /** Of the HTTP answer; undefined where there was none. */
  readonly status: number | undefined;
  /** The parameter at fault. */
  readonly field: string | undefined;
  /** The values in the message. */
  readonly details: Record<string, string | number>;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** When it is worth trying again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = facts.code;
    this.status = facts.status;
    this.field = facts.field;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** No answer came, or only a part of one. */
export class GossamerNetworkError extends GossamerError {
  override readonly name: string = 'GossamerNetworkError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'network_failed', cause });
  }
}

/** The call took longer than `timeoutMs`. */
export class GossamerTimeoutError extends GossamerError {
  override readonly name: string = 'GossamerTimeoutError';
  /** The job that was waited for, where there is one already: `wait` asks on. */
  readonly compressionId: string | undefined;

  constructor(timeoutMs: number, compressionId?: string) {
    super(`The call did not finish within ${timeoutMs} ms.`, { code: 'timed_out' });
    this.compressionId = compressionId;
  }
}

/** The image could not be compressed; `code` says why. */
export class CompressionFailedError extends GossamerError {
  override readonly name: string = 'CompressionFailedError';
  readonly compression: Compression;

  constructor(compression: Compression) {
    const { code = 'processing_failed', message = 'The image could not be compressed.' } =
      compression.error ?? {};
    super(message, { code });
    this.compression = compression;
  }
}
