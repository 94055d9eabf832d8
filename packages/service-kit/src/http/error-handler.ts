import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@gossamer/contracts/error-body';
import { type ErrorCode, errorStatuses } from '@gossamer/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { errorMessage } from '../error-messages.ts';
import { AppError, hasCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { StorageUnavailableError } from '../storage/storage.ts';
import type { Http } from './create-http.ts';

/** For so long a client whose bytes were no HTTP can read why. */
const unreadableLingerMs = 5_000;

/** Expired files make room every half minute; an operator takes longer. */
const storageFullSeconds = 60;

/** Sent with errors that no hook sees, because there is no readable request yet. All other answers get them from helmet. */
export const errorHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** What a stranger and an owner of nothing must not be able to tell apart carries nothing that differs. */
const anonymousCodes: ReadonlySet<ErrorCode> = new Set([
  'compression_not_found',
  'affiliate_not_found',
  'api_key_not_found',
  'webhook_not_found',
  'delivery_not_found',
]);

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_multipart',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'upload_incomplete',
};

/** Sends a fault in the form that the asked route's clients know. */
export type SendFault = (request: FastifyRequest, reply: FastifyReply, fault: AppError) => FastifyReply;

/** The one place where a fault becomes an answer. Text and status follow from the code; the cause goes to the log. */
export function handleErrors(http: Http, send: SendFault = sendError): void {
  http.setErrorHandler((error, request, reply) => {
    const fault = toAppError(error);
    const status = errorStatuses[fault.code];
    if (status === 500) request.log.error({ err: error, code: fault.code }, 'request failed');
    else if (status > 500) request.log.warn({ err: fault.cause, code: fault.code }, 'request put off');
    else request.log.info({ code: fault.code, field: fault.field }, 'request refused');
    return send(request, reply, fault);
  });
}

/** The answer for an address that no route has. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, new AppError('route_not_found'));
}

/** Answers bytes that are no HTTP, or headers that never end: there is no request yet that could carry the answer. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket, logger: Logger): void {
  if (!socket.writable || hasCode(error, 'ECONNRESET')) return void socket.destroy();
  logger.info({ code: error.code }, 'unreadable request refused');
  const code: ErrorCode = hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT') ? 'upload_timeout' : 'invalid_request';
  const body = JSON.stringify({ code, message: errorMessage(code) });
  const status = errorStatuses[code];
  // A client may keep its side open for ever, and Node watches it no longer.
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

/** Sends an error's status, headers and body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, fault: AppError): FastifyReply {
  return sendFaultHead(reply, fault).send(faultBody(fault, request.id));
}

/** An error's status and headers. */
export function sendFaultHead(reply: FastifyReply, { code, retryAfterSeconds }: AppError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  // What was said of a file that turned out to be gone is not said of the error.
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name);
  return reply.header('cache-control', 'no-store').code(errorStatuses[code]);
}

/** What a client is told of an error. */
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

/** Any fault as one that clients can be told of. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) {
    return new AppError('invalid_request', {
      field: error.issues[0]?.path.join('.') || 'body',
      cause: error,
    });
  }
  // A NUL in a path or a field, which no text in the database can hold.
  if (hasCode(error, '22021')) return new AppError('invalid_request', { cause: error });
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new AppError('storage_full', { retryAfterSeconds: storageFullSeconds, cause: error });
  // A path that leads nowhere good, as the server of files calls it.
  if (hasStatus(error, 403)) return new AppError('route_not_found', { cause: error });
  if (isAway(error)) return new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
  const code = error instanceof Error && 'code' in error ? frameworkCodes[String(error.code)] : undefined;
  return new AppError(code ?? 'internal', { cause: error });
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === status;

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
/** Of Postgres: a statement that timed out, a server that stops, crashes, starts, or has no connection left. */
const databaseCodes = ['57014', '57P01', '57P02', '57P03', '53300'];

/** Faults of a database or a store that is unavailable or overloaded, which a client may try again. */
function isAway(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true;
  if (hasCode(error, ...networkCodes, ...databaseCodes)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Command timed out|Connection is closed|Stream isn't writeable/.test(
      error.message,
    )
  );
}
