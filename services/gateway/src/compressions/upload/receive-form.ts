import type { MultipartFile } from '@fastify/multipart';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../../deps.ts';
import { newId } from '../../http/identity/new-id.ts';
import { cleanFilename } from './clean-filename.ts';
import { discardUpload } from './discard-upload.ts';
import { orTimeout } from './or-timeout.ts';
import { maxFileBytesOf, tooLarge } from './plan-limits.ts';
import type { StoredUpload } from './received-upload.ts';
import { storeUpload, type UploadGuards } from './store-upload.ts';

/** Maximum multipart overhead in bytes, in addition to the file: names, fields and boundaries. */
const formOverheadBytes = 64 * 1024;
const formLimits = { files: 2, fields: 24, parts: 26, fieldNameSize: 64, headerPairs: 32 };

/**
 * Reads a form with the file `image`. Fields may arrive in any order; each is passed to `note`, and `finish` validates
 * them at the end of the form. The file is streamed into storage and deleted again if the request is rejected or the
 * client disconnects.
 * @throws AppError
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  deps: GatewayDeps,
  guards: UploadGuards,
  fields: { maxFieldBytes: number; note(name: string, value: unknown): void; finish(): T },
): Promise<StoredUpload & T> {
  const maxBytes = maxFileBytesOf(deps, request.identity);
  const announcedBytes = Number(request.headers['content-length'] ?? maxBytes);
  if (announcedBytes > maxBytes + formOverheadBytes) throw tooLarge(maxBytes);
  assertBoundary(request);
  guards.quotaDenials.assertQuotaLeft(request.identity, announcedBytes, deps.clock());

  const id = newId();
  const sizes = { announcedBytes, maxBytes };
  let file: StoredUpload | undefined;
  const store = async (part: MultipartFile): Promise<StoredUpload> => {
    // If a file is sent in a field with another name, reject that field.
    if (part.fieldname !== 'image') fields.note(part.fieldname, undefined);
    if (file) throw new AppError('too_many_files', { field: 'image' });
    const original = await storeUpload(id, part.file, sizes, request.identity, { deps, guards });
    return { id, original, filename: cleanFilename(part.filename, original.format) };
  };

  try {
    const limits = { ...formLimits, fieldSize: fields.maxFieldBytes };
    for await (const part of inTime(request.parts({ limits }), deps.config.uploads.idleTimeoutMs)) {
      // Reject a part without a name. The parser can return one, although its types do not allow it.
      if (!part.fieldname) throw new AppError('invalid_request');
      if (part.type === 'file') file = await store(part);
      else fields.note(part.fieldname, part.value);
    }
    if (!file) throw new AppError('missing_file', { field: 'image' });
    return { ...file, ...fields.finish() };
  } catch (error) {
    if (file) await discardUpload(deps, id);
    throw toUploadFault(error);
  }
}

/** Maximum length of a boundary in characters. RFC 2046 (5.1.1) allows 70; the form parser fails above 254. */
const maxBoundaryChars = 200;

/**
 * Rejects a boundary that is too long for the parser.
 * @throws AppError `invalid_request`
 */
function assertBoundary({ headers }: FastifyRequest): void {
  const [, boundary = ''] = /boundary=("[^"]*"|[^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary.length > maxBoundaryChars) throw new AppError('invalid_request');
}

/**
 * Limits the total time spent waiting for the parts of a form other than the file: part headers, fields and the end of
 * the form. Files have separate timeouts.
 */
async function* inTime<T>(parts: AsyncIterable<T>, allowedMs: number): AsyncGenerator<T> {
  const each = parts[Symbol.asyncIterator]();
  let leftMs = allowedMs;
  for (;;) {
    const askedAt = performance.now();
    const next = await orTimeout(each.next(), leftMs);
    leftMs -= performance.now() - askedAt;
    if (next.done) return;
    yield next.value;
  }
}

/** Converts errors from the form parser to AppErrors. */
function toUploadFault(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (hasCode(error, 'FST_FILES_LIMIT'))
    return new AppError('too_many_files', { field: 'image', cause: error });
  if (
    hasCode(
      error,
      'FST_FIELDS_LIMIT',
      'FST_PARTS_LIMIT',
      'FST_PROTO_VIOLATION',
      'FST_INVALID_JSON_FIELD_ERROR',
    )
  ) {
    return new AppError('invalid_request', { cause: error });
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return error;
  const isCutOff =
    hasCode(error, 'FST_ERR_MULTIPART_PREMATURE_CLOSE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET') ||
    (error instanceof Error && /unexpected end|premature|aborted|boundary|malformed/i.test(error.message));
  return isCutOff ? new AppError('upload_incomplete', { field: 'image', cause: error }) : error;
}
