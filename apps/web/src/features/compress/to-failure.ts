import { AnswerError, ApiError, NetworkError } from '../../lib/api-error.ts';
import type { Failure } from './uploads/upload-state.ts';

/** Whatever a request can throw → what people are told. */
export function toFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { reason: 'network' };
  if (error instanceof AnswerError) return { reason: 'answer_unknown' };
  if (!(error instanceof ApiError)) return { reason: 'unknown' };
  if (error.code) return { reason: error.code };
  return { reason: 'unknown', ...(error.serverMessage && { serverMessage: error.serverMessage }) };
}
