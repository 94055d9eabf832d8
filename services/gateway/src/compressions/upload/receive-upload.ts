import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../../deps.ts';
import { type FormFields, noteField, readFields } from './form-fields.ts';
import { receiveForm } from './receive-form.ts';
import type { ReceivedUpload, UploadGuards } from './store-upload.ts';

const maxFieldBytes = 256;

/**
 * Reads the form of `POST /api/compress`, whose fields may arrive in any order.
 * @throws AppError
 */
export async function receiveUpload(
  request: FastifyRequest,
  deps: GatewayDeps,
  guards: UploadGuards,
): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new AppError('not_multipart');
  const fields: FormFields = new Map();
  return receiveForm(request, deps, guards, {
    maxFieldBytes,
    note: (name, value) => noteField(fields, name, value),
    finish: () => ({ settings: readFields(fields), job: { source: 'web' as const } }),
  });
}
