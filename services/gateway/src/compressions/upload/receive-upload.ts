import { compressionOptions, toSettings } from '@gossamer/contracts/api-options';
import type { CompressFieldName } from '@gossamer/contracts/compressions';
import { settingFaults } from '@gossamer/contracts/setting-faults';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayDeps } from '../../deps.ts';
import { assertKnown, type FieldFaults, fromTexts, readBy } from './read-options.ts';
import { receiveForm } from './receive-form.ts';
import type { ReceivedUpload } from './received-upload.ts';
import type { UploadGuards } from './store-upload.ts';

const maxFieldBytes = 256;

/** The field `isSample` is validated, but has no effect: the sample image is recognized by its hash. */
const uploadOptions = compressionOptions.extend({ isSample: z.boolean().optional() });
const fieldNames = ['image', ...Object.keys(uploadOptions.shape)];
const faults: FieldFaults<CompressFieldName> = { ...settingFaults, isSample: { code: 'invalid_request' } };

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
  const fields: [string, unknown][] = [];
  return receiveForm(request, deps, guards, {
    maxFieldBytes,
    note: (name, value) => {
      // Reject unknown fields before the file is received.
      assertKnown(name, fieldNames);
      if (name === 'image' || value === undefined) throw new AppError('missing_file', { field: 'image' });
      fields.push([name, value]);
    },
    finish: () => {
      const options = readBy(uploadOptions, faults, fromTexts(fields, fieldNames, faults));
      return { settings: toSettings(options), job: { source: 'web' as const } };
    },
  });
}
