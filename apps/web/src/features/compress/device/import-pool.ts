import { retryableImport } from '../../../lib/retryable-import.ts';

/** Loads the engine pool of this page, which starts its workers on demand. */
export const importPool = retryableImport(() => import('./device-pool.ts'));
