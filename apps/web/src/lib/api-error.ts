import { errorBody } from '@gossamer/contracts/error-body';
import type { ErrorCode } from '@gossamer/contracts/errors';

type ErrorAnswer = { status: number; statusText: string; bodyText: string; retryAfter: string | null };

/**
 * An error response from the API. `message` has the form "status: text" and is used in logs. Users see a translated
 * message for `code`.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly field: string | undefined;
  /** Values for the placeholders in the translated error message. */
  readonly details: Readonly<Record<string, string | number>> | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Error message from the server. Shown for error codes that this version of the web app does not support. */
  readonly serverMessage: string | undefined;

  constructor({ status, statusText, bodyText, retryAfter }: ErrorAnswer) {
    super(`${status}: ${bodyText || statusText}`);
    const body = readErrorBody(bodyText);
    this.status = status;
    this.code = body?.code;
    this.field = body?.field;
    this.details = body?.details;
    this.requestId = body?.requestId;
    this.serverMessage = body?.message;
    this.retryAfterSeconds = readRetryAfter(retryAfter);
  }
}

/** Returns an error handler that ignores API errors with the given code and rethrows all other errors. */
export const ignoreCode = (code: ErrorCode) => (error: unknown) => {
  if (!(error instanceof ApiError && error.code === code)) throw error;
};

/** Thrown if there was no response, because the connection failed or was interrupted. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** Thrown if a response does not match the API contract. */
export class AnswerError extends Error {
  override name = 'AnswerError';
}

function readErrorBody(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const known = errorBody.safeParse(json);
  if (known.success) return known.data;
  const anyCode = errorBody.omit({ code: true }).safeParse(json);
  return anyCode.success ? { ...anyCode.data, code: undefined } : undefined;
}

function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
