import type { ErrorCode } from '@gossamer/contracts/errors';

/** Values that the message of a code may show, for example the limit that was passed. */
export type ErrorDetails = Record<string, string | number>;

export interface AppErrorOptions {
  /** The form field or parameter at fault. */
  field?: string;
  details?: ErrorDetails;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A fault that the client is told of. Status and text follow from the code. */
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

/** True when an error of Node or Postgres carries one of these codes, for example `ENOSPC`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
