import type { ErrorCode } from './error-codes.ts';

/** An error in the format of RFC 9457, as returned for an item of a batch. */
export interface Problem {
  /** URL of the documentation for `code`. */
  type: string;
  /** Name of the HTTP status. */
  title: string;
  /** HTTP status that a single request would return. */
  status: number;
  /** Describes in English what happened and what to do. */
  detail: string;
  /** Error code for programs, which is never renamed. */
  code: ErrorCode;
  /** Name of the invalid parameter. */
  field?: string | undefined;
  /** Values that `detail` contains, such as limits. */
  details?: Record<string, string | number> | undefined;
  /** Id of the request. Include it when you contact support. */
  requestId?: string | undefined;
  /** Seconds to wait before a retry. */
  retryAfter?: number | undefined;
}
