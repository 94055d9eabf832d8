import { detectFormat } from '@gossamer/contracts/detect-format';
import type { InputFormat } from '@gossamer/contracts/formats';
import { inputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';

/**
 * Determines the format by magic bytes. Also returns the file after repairing format violations that viewers ignore.
 * @throws EngineError `unsupported_format`, `multiple_images`, `camera_raw`
 */
export function identify(file: Uint8Array): { format: InputFormat; original: Uint8Array } {
  const format = detectFormat(file);
  if (!format) throw new EngineError('unsupported_format');
  const input = inputOf(format);
  const refusal = input.refusalOf?.(file);
  if (refusal) throw new EngineError(refusal);
  return { format, original: input.repair?.(file) ?? file };
}
