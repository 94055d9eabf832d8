import type { ApiOptions } from '@gossamer/contracts/api';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { cleanFilename } from '../compression/filenames.ts';
import { originalKey } from '../compression/keys.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../identity/identity.ts';
import { newId } from '../identity/new-id.ts';
import { fetchSource } from '../intake/fetch-source.ts';
import { rawBody } from '../intake/raw-body.ts';
import { receiveForm } from '../intake/receive-form.ts';
import { tooLarge } from '../intake/store-original.ts';
import { type IntakeGuards, maxFileBytesOf, type StoredUpload, storeUpload } from '../intake/store-upload.ts';
import { fromTexts, readOptions, readSubmission } from './read-options.ts';

/** A picture in the store, and what is to be done with it. */
export interface Submission {
  upload: StoredUpload;
  options: ApiOptions;
}

/** `metadata` is the longest. */
const maxFieldBytes = 32 * 1024;

/**
 * Takes a picture in as it comes: a form with the file `image`, JSON with its address, or the bytes themselves with the
 * options in the query. Which it is, is told by the media type; the picture's own format by its bytes alone.
 * @throws AppError
 */
export async function receiveSubmission(
  request: FastifyRequest,
  member: Member,
  deps: GatewayDeps,
  guards: IntakeGuards,
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
  guards: IntakeGuards,
): Promise<Submission> {
  const fields: [string, unknown][] = [];
  const { options, ...upload } = await receiveForm(request, deps, guards, {
    maxFieldBytes,
    note: (name, value) => {
      if (value === undefined) throw new AppError('missing_file', { field: 'image' });
      fields.push([name, value]);
    },
    finish: () => ({ options: readOptions(fromTexts(fields)) }),
  });
  return { upload: named(upload, options), options };
}

async function receiveAsBytes(
  request: FastifyRequest,
  member: Member,
  deps: GatewayDeps,
  guards: IntakeGuards,
): Promise<Submission> {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const options = readOptions(fromTexts(query));
  const maxBytes = maxFileBytesOf(deps, member);
  const announcedBytes = Number(request.headers['content-length'] ?? maxBytes);
  if (announcedBytes > maxBytes) throw tooLarge(maxBytes);
  const id = newId();
  const body = rawBody(request.raw);
  try {
    const original = await storeUpload(id, body.bytes, announcedBytes, member, { deps, guards });
    return {
      upload: named({ id, original, filename: cleanFilename(undefined, original.format) }, options),
      options,
    };
  } catch (error) {
    body.letGo();
    await deps.storage.delete([originalKey(id)]).catch(() => undefined);
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
