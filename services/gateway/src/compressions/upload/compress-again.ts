import { buffer } from 'node:stream/consumers';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { AppError } from '@gossamer/service-kit/errors';
import { ObjectNotFoundError } from '@gossamer/service-kit/storage/storage';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { newId } from '../../http/identity/new-id.ts';
import { originalKey } from '../keys.ts';
import { readDimensions } from '../queue/read-dimensions.ts';
import { shareableMs } from '../results/shared-objects.ts';
import type { ReceivedUpload } from './received-upload.ts';
import { firstPieceBytes } from './store-original.ts';

/**
 * Copies the original of a compression for another compression with other settings. The copy expires with the original
 * (docs/decisions/0044).
 * @throws AppError `original_expired`
 */
export async function copyOriginal(
  { storage, clock }: Pick<GatewayDeps, 'storage' | 'clock'>,
  row: CompressionRow,
  settings: CompressionSettings,
): Promise<ReceivedUpload> {
  const { originalKey: key, originalExpiresAt } = row;
  const leftMs = (originalExpiresAt?.getTime() ?? 0) - clock().getTime();
  if (key === null || originalExpiresAt === null || leftMs < shareableMs)
    throw new AppError('original_expired');
  const id = newId();
  let start: Buffer;
  try {
    await storage.copy(key, originalKey(id));
    start = await buffer(await storage.open(key, { start: 0, end: firstPieceBytes - 1 }));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new AppError('original_expired', { cause: error });
    throw error;
  }
  const { originalFilename, originalFormat, originalSizeBytes, originalSha256 } = row;
  return {
    id,
    filename: originalFilename,
    original: {
      key: originalKey(id),
      format: originalFormat,
      sizeBytes: originalSizeBytes,
      sha256: originalSha256,
      dimensions: readDimensions(start, originalFormat),
    },
    settings,
    job: { source: 'web' },
    again: { uploadId: row.againOf ?? row.id, originalExpiresAt },
  };
}
