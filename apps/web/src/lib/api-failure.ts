import { type ErrorCode, programCodes } from '@gossamer/contracts/errors';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';

/** Codes that a screen can meet. */
type ScreenCode = Exclude<ErrorCode, (typeof programCodes)[number]>;

/** The server's codes, and what only a browser can find out. Each has a text in `errors.json`. */
export type FailureReason =
  | ScreenCode
  | 'network'
  | 'status_unknown'
  | 'compression_failed'
  | 'answer_unknown'
  | 'unknown';

/** Why a request failed, as people are told it by `i18n/failure-text.ts`. */
export type Failure = {
  reason: FailureReason;
  /** The server's own sentence, for codes that this version does not know yet. */
  serverMessage?: string;
  /** The values that the server's message names. */
  details?: Readonly<Record<string, string | number>>;
  retryAfterSeconds?: number;
};

/** Whatever a request can throw → what people are told. */
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

const codesOfPrograms: readonly ErrorCode[] = programCodes;

function isOfScreens(code: ErrorCode): code is ScreenCode {
  return !codesOfPrograms.includes(code);
}
