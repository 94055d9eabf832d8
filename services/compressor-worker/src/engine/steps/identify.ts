import { detectFormat } from '@gossamer/contracts/detect-format';
import type { InputFormat } from '@gossamer/contracts/formats';
import { inputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';

/**
 * Determines the format by magic bytes. Also returns the file after repairing format violations that viewers ignore.
 * @throws EngineError `unsupported_format`
 */
export function identify(file: Uint8Array): { format: InputFormat; original: Uint8Array } {
  const format = detectFormat(file);
  if (!format) throw new EngineError('unsupported_format');
  return { format, original: inputOf(format).repair?.(file) ?? file };
}
