import { detectFormat, foreignCodecOf } from '@gossamer/contracts/detect-format';
import type { InputFormat } from '@gossamer/contracts/formats';
import { AppError } from '@gossamer/service-kit/errors';

/**
 * Returns the format of an upload, detected from its first bytes. The file name and the declared media type are
 * ignored.
 * @throws AppError `unsupported_format`; `unsupported_codec`, with the codec, if a HEIF file is not encoded with HEVC
 */
export function acceptedFormatOf(head: Uint8Array): InputFormat {
  const format = detectFormat(head);
  if (format === undefined) throw new AppError('unsupported_format', { field: 'image' });
  const codec = format === 'heic' ? foreignCodecOf(head) : undefined;
  if (codec) throw new AppError('unsupported_codec', { field: 'image', details: { codec } });
  return format;
}
