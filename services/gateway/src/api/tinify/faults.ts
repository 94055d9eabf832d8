import type { ErrorCode } from '@gossamer/contracts/errors';
import { errorStatuses } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import { faultBody, type SendFault, sendFaultHead } from '@gossamer/service-kit/http/error-handler';

/** An error in the format of the Tinify interface. */
export class CompatibleError extends AppError {
  readonly error: string;
  readonly text: string;

  constructor(error: string, text: string) {
    super('invalid_request');
    this.error = error;
    this.text = text;
  }
}

/**
 * Statuses and error names that Tinify clients depend on and that differ from those of the Pro API. Statuses 401 and
 * 429 mean a problem with the account, other 4xx statuses a problem with the request.
 */
const known: Partial<Record<ErrorCode, { status: number; error: string; message?: string }>> = {
  invalid_api_key: { status: 401, error: 'Unauthorized', message: 'Credentials are invalid' },
  api_key_expired: { status: 401, error: 'Unauthorized' },
  pro_required: { status: 401, error: 'Unauthorized' },
  empty_file: { status: 400, error: 'Input missing', message: 'Input file is empty' },
  unsupported_format: { status: 415, error: 'Unsupported media type' },
  unsupported_codec: { status: 415, error: 'Unsupported media type' },
  corrupt_image: { status: 415, error: 'Decode error' },
  too_many_requests: { status: 429, error: 'TooManyRequests' },
  compression_not_found: {
    status: 404,
    error: 'Not found',
    message: 'This image does not exist or has expired',
  },
  original_expired: { status: 404, error: 'Not found', message: 'This image does not exist or has expired' },
  result_expired: { status: 404, error: 'Not found', message: 'This image does not exist or has expired' },
};

/** Sends `{error, message}`, the only error fields that Tinify clients read. */
export const sendCompatibleFault: SendFault = (request, reply, fault) => {
  if (fault instanceof CompatibleError) {
    return sendFaultHead(reply, fault).send({ error: fault.error, message: fault.text });
  }
  const { code, message } = faultBody(fault, request.id);
  const {
    status = errorStatuses[code],
    error = inPascalCase(code),
    message: text = message,
  } = known[code] ?? {};
  return sendFaultHead(reply, fault).code(status).send({ error, message: text });
};

const inPascalCase = (code: ErrorCode) =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
