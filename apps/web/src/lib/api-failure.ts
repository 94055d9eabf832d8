import { apiClientCodes, type ErrorCode } from '@gossamer/contracts/errors';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';

/** Error codes that the web app can receive. All other codes are sent only to API clients. */
type ScreenCode = Exclude<ErrorCode, (typeof apiClientCodes)[number]>;

/**
 * Reason for a failure: an error code from the server, or an error detected in the browser. Each reason has a message
 * in `errors.json`.
 */
export type FailureReason =
  | ScreenCode
  | 'network'
  | 'status_unknown'
  | 'compression_failed'
  | 'answer_unknown'
  | 'device_unavailable'
  | 'device_memory'
  | 'device_cloud_only'
  | 'device_failed'
  | 'unknown';

/** A failed request. `i18n/failure-text.ts` provides its error message. */
export type Failure = {
  reason: FailureReason;
  /** Error message from the server. Shown for error codes that this version of the web app does not support. */
  serverMessage?: string;
  /** Values for the placeholders in the translated error message. */
  details?: Readonly<Record<string, string | number>>;
  retryAfterSeconds?: number;
};

/** Converts a request error to a failure. */
export function toFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { reason: 'network' };
  if (error instanceof AnswerError) return { reason: 'answer_unknown' };
  if (!(error instanceof ApiError)) return { reason: 'unknown' };
  const { serverMessage, details, retryAfterSeconds } = error;
  const code = error.code && isOfScreens(error.code) ? error.code : undefined;
  return {
    reason: code ?? 'unknown',
    ...(code === undefined && serverMessage && { serverMessage }),
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

const codesOfPrograms: readonly ErrorCode[] = apiClientCodes;

function isOfScreens(code: ErrorCode): code is ScreenCode {
  return !codesOfPrograms.includes(code);
}
