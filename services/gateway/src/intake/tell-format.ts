import type { InputFormat } from '@gossamer/contracts/formats';
import { AppError } from '@gossamer/service-kit/errors';
import { fileTypeFromBuffer } from 'file-type';

/** As many bytes as the recognition looks at. */
export const headBytes = 4_100;

const formatsByMediaType: Record<string, InputFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
};

/** Tells a picture's format by its first bytes; names and declared types are not looked at. @throws AppError */
export async function tellFormat(start: Uint8Array): Promise<InputFormat> {
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  const format = found && formatsByMediaType[found.mime];
  if (format === undefined) throw new AppError('unsupported_format', { field: 'image' });
  return format;
}
