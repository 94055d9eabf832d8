import type { EncodedFormat } from '@gossamer/contracts/formats';
import { codecs } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';

/**
 * The format by the first bytes of the file, never by its name.
 * @throws EngineError `unsupported_format`
 */
export function identify(original: Uint8Array): EncodedFormat {
  const codec = Object.values(codecs).find(({ recognises }) => recognises(original));
  if (!codec) throw new EngineError('unsupported_format');
  return codec.format;
}
