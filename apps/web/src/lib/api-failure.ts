import type { ErrorCode } from '@gossamer/contracts/errors';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';

/** The server's codes, and what only a browser can find out. Each has a text in `errors.json`. */
export type FailureReason = ErrorCode | 'network' | 'status_unknown' | 'answer_unknown' | 'unknown';

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
  const { code, serverMessage, details, retryAfterSeconds } = error;
  return {
    reason: code ?? 'unknown',
    ...(code === undefined && serverMessage && { serverMessage }),
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
