import type { ImageCompressed } from '@gossamer/contracts/jobs';
import { changesNothing } from '@gossamer/contracts/settings';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { ReceivedUpload } from './receive-upload.ts';

type OwnResult = ImageCompressed & { type: 'image.compressed' };

/**
 * The row whose result an upload is, with the same or a higher quality and no change asked: then it is answered with
 * itself, so that nothing is compressed twice. Undefined for all others.
 */
export async function findOwnResult(
  deps: GatewayDeps,
  { original, settings }: Pick<ReceivedUpload, 'original' | 'settings'>,
): Promise<CompressionRow | undefined> {
  if (!changesNothing(settings)) return undefined;
  const rows = await deps.db
    .selectFrom('compressions')
    .selectAll()
    .where('resultSha256', '=', original.sha256)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return rows.find(
    ({ settings: { quality }, resultFormat }) =>
      quality <= settings.quality && (settings.format === 'auto' || settings.format === resultFormat),
  );
}

/** Puts an upload into the place of its own result. */
export async function returnItself(
  { storage }: GatewayDeps,
  row: CompressionRow,
  earlier: CompressionRow,
): Promise<OwnResult> {
  const resultKey = `results/${row.id}/own`;
  await storage.put(resultKey, await storage.open(row.originalKey ?? ''));
  return {
    type: 'image.compressed',
    ...{ compressionId: row.id, attempt: row.attempt, requestId: row.requestId },
    resultKey,
    previewKey: (await copyPreview(storage, earlier, `${resultKey}-preview`)) ?? resultKey,
    ...{
      format: earlier.resultFormat ?? 'jpeg',
      sizeBytes: row.originalSizeBytes,
      sha256: row.originalSha256,
    },
    ...{ widthPx: earlier.widthPx ?? 1, heightPx: earlier.heightPx ?? 1 },
    ...{ alreadyOptimal: true, engineMs: 0 },
  };
}

/** Undefined where the earlier preview is gone: then the result is its own preview. */
async function copyPreview(
  storage: Storage,
  { previewKey }: CompressionRow,
  key: string,
): Promise<string | undefined> {
  if (previewKey === null || !(await storage.head(previewKey))) return undefined;
  await storage.put(key, await storage.open(previewKey));
  return key;
}
