import type { ErrorCode } from './error-codes.ts';
import type { Compression } from './types.ts';

/** Codes of errors that the client detects itself, in addition to the API's. */
export type ClientErrorCode = 'network_failed' | 'timed_out' | 'unexpected_answer';

/** A code of the API or of this package. Later versions of the API can add codes. */
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

/** The base class of all errors of a call. Use `code` in programs; `message` is English, for people. */
export class GossamerError extends Error {
  override readonly name: string = 'GossamerError';
  readonly code: GossamerErrorCode;
  /** Status of the HTTP response; undefined without a response. */
  readonly status: number | undefined;
  /** The invalid parameter. */
  readonly field: string | undefined;
  /** The values used in the message. */
  readonly details: Record<string, string | number>;
  /** Include it when you contact support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
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

/** No response was received, or an incomplete one. */
export class GossamerNetworkError extends GossamerError {
  override readonly name: string = 'GossamerNetworkError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'network_failed', cause });
  }
}

/** The call took longer than `timeoutMs`. */
export class GossamerTimeoutError extends GossamerError {
  override readonly name: string = 'GossamerTimeoutError';
  /** The job that was waited for, if it was already created: continue with `wait`. */
  readonly compressionId: string | undefined;

  constructor(timeoutMs: number, compressionId?: string) {
    super(`The call did not finish within ${timeoutMs} ms.`, { code: 'timed_out' });
    this.compressionId = compressionId;
  }
}

/** The image could not be compressed. `code` tells why. */
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
