import type { InputFormat } from '@gossamer/contracts/formats';
import { inputs } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';

/**
 * The format by the first bytes of the file, never by its name.
 * @throws EngineError `unsupported_format`
 */
export function identify(original: Uint8Array): InputFormat {
  const input = inputs.find(({ recognises }) => recognises(original));
  if (!input) throw new EngineError('unsupported_format');
  return input.format;
}
