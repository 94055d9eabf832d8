import { apiClientCodes, type ErrorCode } from '@gossamer/contracts/errors';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';

/** Error codes that the web app can receive. Others are only sent to API clients. */
type ScreenCode = Exclude<ErrorCode, (typeof apiClientCodes)[number]>;

/**
 * Reason of a failure: a code of the server, or an error that the browser detects. Each has a text in `errors.json`.
 */
export type FailureReason =
  | ScreenCode
  | 'network'
  | 'status_unknown'
  | 'compression_failed'
  | 'answer_unknown'
  | 'unknown';

/** A failed request. `i18n/failure-text.ts` returns its text. */
export type Failure = {
  reason: FailureReason;
  /** Message of the server, shown for codes that this version does not know. */
  serverMessage?: string;
  /** Values for the placeholders in the message. */
  details?: Readonly<Record<string, string | number>>;
  retryAfterSeconds?: number;
};

/** Converts an error of a request to a failure. */
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
