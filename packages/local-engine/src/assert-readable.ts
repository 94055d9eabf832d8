import { detectFormat, foreignCodecOf, headBytes } from '@gossamer/contracts/detect-format';
import { planLimits } from '@gossamer/contracts/limits';
import { localError } from './local-error.ts';

const { maxFileBytes } = planLimits.pro;

/**
 * Checks the size and the first bytes of a file as the API does. Called before an engine process is used, so that an
 * unsupported file does not occupy one.
 * @throws LocalEngineError `empty_file`, `file_too_large`, `unsupported_format`, `unsupported_codec`
 */
export function assertReadable(bytes: Uint8Array): void {
  if (bytes.length === 0) throw localError('empty_file');
  if (bytes.length > maxFileBytes) {
    throw localError('file_too_large', { details: { maxMegabytes: maxFileBytes / 1024 ** 2 } });
  }
  const head = bytes.subarray(0, headBytes);
  const format = detectFormat(head);
  if (format === undefined) throw localError('unsupported_format');
  const codec = format === 'heic' ? foreignCodecOf(head) : undefined;
  if (codec) throw localError('unsupported_codec', { details: { codec } });
}
