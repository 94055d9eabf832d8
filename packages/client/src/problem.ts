import type { ErrorCode } from './error-codes.ts';

/** An error as the API sends it (RFC 9457). */
export interface Problem {
  /** The address of the code's place in the documentation. */
  type: string;
  title: string;
  status: number;
  /** What happened and what to do, in English. */
  detail: string;
  code: ErrorCode;
  /** The parameter at fault. */
  field?: string | undefined;
  /** The values in `detail`. */
  details?: Record<string, string | number> | undefined;
  requestId?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
}
