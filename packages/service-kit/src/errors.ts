import type { ErrorCode, ErrorDetails } from '@gossamer/contracts/errors';

export interface AppErrorOptions {
  /** Name of the invalid form field or parameter. */
  field?: string;
  details?: ErrorDetails;
  /** Value of the `Retry-After` header, in seconds. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that is reported to the client. Its code determines the HTTP status and the message. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Returns whether a Node.js or Postgres error has one of the given codes, for example `ENOSPC`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
