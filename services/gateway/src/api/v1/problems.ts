import { STATUS_CODES } from 'node:http';
import { errorStatuses } from '@gossamer/contracts/errors';
import type { Problem } from '@gossamer/contracts/problems';
import type { AppError } from '@gossamer/service-kit/errors';
import { faultBody, type SendFault, sendFaultHead } from '@gossamer/service-kit/http/error-handler';

/** Converts an error to a problem document (RFC 9457). */
export function toProblem(fault: AppError, publicUrl: string, requestId: string): Problem {
  const { code, message, ...rest } = faultBody(fault, requestId);
  const status = errorStatuses[code];
  return {
    type: new URL(`/api/docs/errors#${code}`, publicUrl).href,
    title: STATUS_CODES[status] ?? code,
    status,
    detail: message,
    code,
    ...rest,
    ...(fault.retryAfterSeconds !== undefined && { retryAfter: Math.ceil(fault.retryAfterSeconds) }),
  };
}

/** Returns a function that sends Pro API errors. */
export const problemSender =
  (publicUrl: string): SendFault =>
  (request, reply, fault) =>
    sendFaultHead(reply, fault)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(toProblem(fault, publicUrl, request.id)));
