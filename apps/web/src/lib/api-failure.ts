import { apiClientCodes, type ErrorCode } from '@gossamer/contracts/errors';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';

/** Codes that the UI can receive. */
type ScreenCode = Exclude<ErrorCode, (typeof apiClientCodes)[number]>;

/** The server's codes and errors that only the browser detects. Each has a text in `errors.json`. */
export type FailureReason =
  | ScreenCode
  | 'network'
  | 'status_unknown'
  | 'compression_failed'
  | 'answer_unknown'
  | 'unknown';

/** Why a request failed. `i18n/failure-text.ts` converts it to a text for users. */
export type Failure = {
  reason: FailureReason;
  /** The server's message, for codes that this version does not know. */
  serverMessage?: string;
  /** The values used in the server's message. */
  details?: Readonly<Record<string, string | number>>;
  retryAfterSeconds?: number;
};

/** Converts any error of a request to a failure to show. */
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
