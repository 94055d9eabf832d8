import type { ErrorCode } from './error-codes.ts';

/** An API error (RFC 9457). */
export interface Problem {
  /** URL of the code's documentation. */
  type: string;
  title: string;
  status: number;
  /** What happened and what to do, in English. */
  detail: string;
  code: ErrorCode;
  /** The invalid parameter. */
  field?: string | undefined;
  /** The values used in `detail`. */
  details?: Record<string, string | number> | undefined;
  requestId?: string | undefined;
  /** Seconds to wait before a retry. */
  retryAfter?: number | undefined;
}
