import type { Compression } from '@gossamer/contracts/compressions';
import type { Failure } from './api-failure.ts';

/**
 * Returns the failure of a compression whose status is `failed`. In a separate file, because `api-failure.ts` would add
 * the schema library to the first load.
 */
export function failureOfCompression({ code, details }: Pick<Compression, 'code' | 'details'>): Failure {
  return { reason: code ?? 'unknown', ...(details && { details }) };
}
