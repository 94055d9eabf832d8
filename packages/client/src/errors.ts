import type { ErrorCode } from './error-codes.ts';
import type { Compression } from './types.ts';

/**
 * Codes for errors that the client itself detects. `network_failed`: no complete response was received. `timed_out`:
 * the call exceeded `timeoutMs`. `unexpected_answer`: the response did not come from the API, for example because
 * `baseUrl` is wrong.
 */
export type ClientErrorCode = 'network_failed' | 'timed_out' | 'unexpected_answer';

/** Error code of the API or of this client. Later API versions can add codes. */
export type GossamerErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>);

/** The properties of a `GossamerError`. */
export interface ErrorFacts {
  code: GossamerErrorCode;
  status?: number | undefined;
  field?: string | undefined;
  details?: Record<string, string | number> | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Base class of all errors that calls throw. Handle errors by their `code`; `message` is English text. */
export class GossamerError extends Error {
  override readonly name: string = 'GossamerError';
  readonly code: GossamerErrorCode;
  /** HTTP status of the response; undefined if no response was received. */
  readonly status: number | undefined;
  /** Name of the invalid parameter. */
  readonly field: string | undefined;
  /** Values contained in the message, such as limits. */
  readonly details: Record<string, string | number>;
  /** Id of the request. Include it when you contact support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, from the Retry-After header or the error body; undefined if absent. */
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

/** The server could not be reached, or its response was incomplete. */
export class GossamerNetworkError extends GossamerError {
  override readonly name: string = 'GossamerNetworkError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'network_failed', cause });
  }
}

/** The call took longer than `timeoutMs`. */
export class GossamerTimeoutError extends GossamerError {
  override readonly name: string = 'GossamerTimeoutError';
  /** Id of the job, if it was already created. Pass it to `wait` to continue. */
  readonly compressionId: string | undefined;

  constructor(timeoutMs: number, compressionId?: string) {
    super(`The call did not finish within ${timeoutMs} ms.`, { code: 'timed_out' });
    this.compressionId = compressionId;
  }
}

/** The image could not be compressed. `code` is the reason. */
export class CompressionFailedError extends GossamerError {
  override readonly name: string = 'CompressionFailedError';
  /** The failed job. */
  readonly compression: Compression;

  constructor(compression: Compression) {
    const { code = 'processing_failed', message = 'The image could not be compressed.' } =
      compression.error ?? {};
    super(message, { code });
    this.compression = compression;
  }
}
