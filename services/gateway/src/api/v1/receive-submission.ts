import type { ApiOptions } from '@gossamer/contracts/api';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { cleanFilename } from '../../compressions/upload/clean-filename.ts';
import { fetchSource } from '../../compressions/upload/fetch-source.ts';
import { rawBody, storeRawBody } from '../../compressions/upload/raw-body.ts';
import { receiveForm } from '../../compressions/upload/receive-form.ts';
import type { StoredUpload } from '../../compressions/upload/received-upload.ts';
import type { UploadGuards } from '../../compressions/upload/store-upload.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { readOptions, readSubmission } from './read-options.ts';

/** A stored image with the options sent by the API client. */
export interface Submission {
  upload: StoredUpload;
  options: ApiOptions;
}

/** Maximum size of a form field in bytes. The longest field is `metadata`. */
const maxFieldBytes = 32 * 1024;

/**
 * Receives an image as a multipart form with the file `image`, as JSON with a URL, or as raw bytes with the options in
 * the query. The request's media type determines which of these is read; the image format is detected from the bytes.
 * @throws AppError
 */
export async function receiveSubmission(
  request: FastifyRequest,
  member: Member,
  deps: GatewayDeps,
  guards: UploadGuards,
): Promise<Submission> {
  if (request.isMultipart()) return receiveAsForm(request, deps, guards);
  if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    const { url, ...options } = readSubmission(request.body);
    const upload = await fetchSource(url, member, { deps, guards });
    return { upload: named(upload, options), options };
  }
  return receiveAsBytes(request, member, deps, guards);
}

async function receiveAsForm(
  request: FastifyRequest,
  deps: GatewayDeps,
  guards: UploadGuards,
): Promise<Submission> {
  const fields: [string, unknown][] = [];
  const { options, ...upload } = await receiveForm(request, deps, guards, {
    maxFieldBytes,
    note: (name, value) => {
      if (value === undefined) throw new AppError('missing_file', { field: 'image' });
      fields.push([name, value]);
    },
    finish: () => ({ options: readOptions(fields) }),
  });
  return { upload: named(upload, options), options };
}

async function receiveAsBytes(
  request: FastifyRequest,
  member: Member,
  deps: GatewayDeps,
  guards: UploadGuards,
): Promise<Submission> {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const options = readOptions(query);
  try {
    const upload = await storeRawBody(rawBody(request.raw), request.headers, member, { deps, guards });
    return { upload: named(upload, options), options };
  } catch (error) {
    throw isCutOff(error) ? new AppError('upload_incomplete', { cause: error }) : error;
  }
}

const isCutOff = (error: unknown) =>
  hasCode(error, 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE') ||
  (error instanceof Error && error.message === 'aborted');

function named(upload: StoredUpload, { filename }: ApiOptions): StoredUpload {
  return filename === undefined
    ? upload
    : { ...upload, filename: cleanFilename(filename, upload.original.format) };
}
