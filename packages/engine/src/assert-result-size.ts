import { formatNames } from '@gossamer/contracts/formats';
import { maxResultBytes } from '@gossamer/contracts/limits';
import type { EngineResult } from './compress.ts';
import { EngineError } from './errors.ts';

/**
 * Rejects a disproportionately large result, such as a photo saved as PNG, before it is stored.
 * @throws EngineError `result_too_large`
 */
export function assertResultSize(
  { data, format }: Pick<EngineResult, 'data' | 'format'>,
  originalBytes: number,
): void {
  if (data.length <= maxResultBytes(originalBytes)) return;
  const details = { format: formatNames[format], times: Math.floor(data.length / originalBytes) };
  throw new EngineError('result_too_large', { details });
}
