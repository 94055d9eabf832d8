import type { MultipartFile } from '@fastify/multipart';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import { StorageAwayError } from '@gossamer/service-kit/storage/storage';
import type { FastifyRequest } from 'fastify';
import { cleanFilename } from '../compression/filenames.ts';
import { originalKey } from '../compression/keys.ts';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../identity/new-id.ts';
import type { Exhausted } from '../limits/exhausted.ts';
import { type FormFields, noteField, readFields, type UploadOptions } from './form-fields.ts';
import { type StoredOriginal, storeOriginal, tooLarge } from './store-original.ts';
import type { UploadRoom } from './upload-room.ts';

/** An upload that has arrived whole and is worth accepting. */
export interface ReceivedUpload extends UploadOptions {
  id: string;
  filename: string;
  original: StoredOriginal;
}

/** What an upload must have room in. */
export interface UploadGuards {
  /** The memory that storing takes. */
  room: UploadRoom;
  /** Those whose day is used up. */
  exhausted: Exhausted;
}

/** What a form may have around the file: names, fields, boundaries. */
const formOverheadBytes = 64 * 1024;
const formLimits = { files: 2, fields: 20, parts: 22, fieldNameSize: 64, fieldSize: 256, headerPairs: 32 };

/**
 * Reads the form of `POST /api/compress`; fields count in any order. The file goes straight into the store, and is
 * deleted again when anything about the request is refused or the client goes away.
 * @throws AppError
 */
export async function receiveUpload(
  request: FastifyRequest,
  deps: GatewayDeps,
  { room, exhausted }: UploadGuards,
): Promise<ReceivedUpload> {
  const { plans } = deps.config;
  const { maxFileBytes } = request.identity.tier === 'pro' ? plans.pro : plans.free;
  if (!request.isMultipart()) throw new AppError('not_multipart');
  const announcedBytes = Number(request.headers['content-length'] ?? maxFileBytes);
  if (announcedBytes > maxFileBytes + formOverheadBytes) throw tooLarge(maxFileBytes);
  exhausted.assertRoom(request.identity, announcedBytes, deps.clock());

  const id = newId();
  const fields: FormFields = new Map();
  let file: { filename: string; original: StoredOriginal } | undefined;
  const store = async (part: MultipartFile) => {
    // A file under any other name is that field's fault.
    if (part.fieldname !== 'image') noteField(fields, part.fieldname, undefined);
    if (file) throw new AppError('too_many_files', { field: 'image' });
    const pace = deps.config.uploads;
    const reserve = () => room.take(deps.storage.heldBytes(announcedBytes));
    const options = { storage: deps.storage, reserve, pace, maxBytes: maxFileBytes };
    const original = await storeOriginal(originalKey(id), part.file, options);
    return { filename: cleanFilename(part.filename, original.format), original };
  };

  try {
    for await (const part of request.parts({ limits: formLimits })) {
      if (part.type === 'file') file = await store(part);
      else noteField(fields, part.fieldname, part.value);
    }
    if (!file) throw new AppError('missing_file', { field: 'image' });
    return { id, ...file, ...readFields(fields) };
  } catch (error) {
    // A store that is away deletes nothing either; should anything have arrived, the sweeper finds it.
    if (!(error instanceof StorageAwayError)) await deps.storage.delete([originalKey(id)]);
    throw toUploadFault(error);
  }
}

/** What the form parser complains of, in our codes. */
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
