import { z } from 'zod';
import { compressionSettings } from './compression-settings.ts';

/**
 * Body of `POST /api/compression/{id}/again`, which compresses the original of an earlier compression with other
 * settings. The response is that of `POST /api/compress`.
 */
export const compressAgainRequest = z.strictObject({ settings: compressionSettings });
