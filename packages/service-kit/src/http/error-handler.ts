import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@gossamer/contracts/error-body';
import { errorMessage } from '@gossamer/contracts/error-messages';
import { type ErrorCode, errorStatuses } from '@gossamer/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { AppError, hasCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { StorageUnavailableError } from '../storage/storage.ts';
import type { Http } from './create-http.ts';

/** Time in ms until the connection is closed after an invalid HTTP request, so that the client can read the error. */
const unreadableLingerMs = 5_000;

/** Retry-After in seconds if the storage is full. Kept short because expired files are deleted every 30 seconds. */
const storageFullSeconds = 60;

/**
 * Security headers of error responses to requests that cannot be parsed and therefore run no hooks. Helmet adds these
 * headers to all other responses.
 */
export const errorHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** Error codes whose response body is the same for all callers, to hide whether the resource exists. */
const anonymousCodes: ReadonlySet<ErrorCode> = new Set([
  'compression_not_found',
  'affiliate_not_found',
  'api_key_not_found',
  'webhook_not_found',
  'delivery_not_found',
  'saved_settings_not_found',
]);

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_multipart',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'upload_incomplete',
};

/** Function that sends an error in the response format of the route. */
export type SendFault = (request: FastifyRequest, reply: FastifyReply, fault: AppError) => FastifyReply;

/**
 * Installs the error handler, which converts all errors to responses. The error code determines the status and the
 * message; the cause is logged.
 */
export function handleErrors(http: Http, send: SendFault = sendError): void {
  http.setErrorHandler((error, request, reply) => {
    const fault = toAppError(error);
    const status = errorStatuses[fault.code];
    if (status === 500) request.log.error({ err: error, code: fault.code }, 'failed to handle request');
    else if (status > 500)
      request.log.warn({ err: fault.cause, code: fault.code }, 'rejected request under load');
    else request.log.info({ code: fault.code, field: fault.field }, 'rejected request');
    return send(request, reply, fault);
  });
}

/** Sends the error response to a request that matches no route. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, new AppError('route_not_found'));
}

/** Responds to invalid HTTP or incomplete headers on the raw socket, because no request object exists. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket, logger: Logger): void {
  if (!socket.writable || hasCode(error, 'ECONNRESET')) return void socket.destroy();
  logger.info({ code: error.code }, 'rejected malformed request');
  const code: ErrorCode = hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT') ? 'upload_timeout' : 'invalid_request';
  const body = JSON.stringify({ code, message: errorMessage(code) });
  const status = errorStatuses[code];
  // Destroy the socket after a timeout, because Node.js no longer applies its own timeout and the client may keep the
  // socket open.
  setTimeout(() => socket.destroy(), unreadableLingerMs).unref();
  const headers = {
    ...errorHeaders,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Sends the status, headers and body of an error response. */
export function sendError(request: FastifyRequest, reply: FastifyReply, fault: AppError): FastifyReply {
  return sendFaultHead(reply, fault).send(faultBody(fault, request.id));
}

/** Sets the status and headers of an error response. */
export function sendFaultHead(reply: FastifyReply, { code, retryAfterSeconds }: AppError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  // Remove headers that were set for a file response, because the file turned out to be missing.
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name);
  return reply.header('cache-control', 'no-store').code(errorStatuses[code]);
}

/** Returns the response body of an error. */
export function faultBody(
  { code, field, details, retryAfterSeconds }: AppError,
  requestId: string,
): ErrorBody {
  const named = { retryAfterSeconds: Math.ceil(retryAfterSeconds ?? 1), ...details };
  return {
    code,
    message: errorMessage(code, named),
    ...(field !== undefined && { field }),
    ...(Object.keys(details).length > 0 && { details }),
    ...(!anonymousCodes.has(code) && { requestId }),
  };
}

/** Converts any thrown value to an AppError. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) {
    return new AppError('invalid_request', {
      field: error.issues[0]?.path.join('.') || 'body',
      cause: error,
    });
  }
  // Postgres rejects a NUL byte in a URL path or field with SQLSTATE 22021.
  if (hasCode(error, '22021')) return new AppError('invalid_request', { cause: error });
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new AppError('storage_full', { retryAfterSeconds: storageFullSeconds, cause: error });
  // @fastify/static rejects unsafe paths with status 403.
  if (hasStatus(error, 403)) return new AppError('route_not_found', { cause: error });
  if (isUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
  const code = error instanceof Error && 'code' in error ? frameworkCodes[String(error.code)] : undefined;
  return new AppError(code ?? 'internal', { cause: error });
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === status;

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
/** SQLSTATE codes of Postgres for a statement timeout, shutdown, crash, startup, and too many connections. */
const databaseCodes = ['57014', '57P01', '57P02', '57P03', '53300'];

/**
 * Returns whether an error means that a database or storage is unavailable or overloaded. In this case, clients can
 * retry.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true;
  if (hasCode(error, ...networkCodes, ...databaseCodes)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Command timed out|Connection is closed|Stream isn't writeable/.test(
      error.message,
    )
  );
}
