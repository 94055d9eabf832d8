import { type CompressResponse, compressResponse, idempotencyHeader } from '@gossamer/contracts/compressions';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { sendJson } from '../../../lib/api-client.ts';

/**
 * Sends `POST /api/compression/{id}/again`, which compresses the stored original of an earlier compression with other
 * settings.
 * @throws ApiError, NetworkError, AnswerError, or the signal's reason
 */
export function compressAgain(
  id: string,
  settings: CompressionSettings,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<CompressResponse> {
  const headers = { [idempotencyHeader]: idempotencyKey };
  return sendJson('POST', `/api/compression/${id}/again`, { settings }, compressResponse, {
    headers,
    signal,
  });
}
