import type { Compression } from '@gossamer/contracts/compressions';
import type { Failure } from './api-failure.ts';

/**
 * Returns the failure of a compression with the status `failed`. This is a separate module, because importing
 * `api-failure.ts` would add Zod to the initial load.
 */
export function failureOfCompression({ code, details }: Pick<Compression, 'code' | 'details'>): Failure {
  return { reason: code ?? 'unknown', ...(details && { details }) };
}
