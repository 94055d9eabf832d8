import type { EnginePace } from '@gossamer/contracts/engine-report';
import type { ImageCompressed } from '@gossamer/contracts/jobs';
import { changesNothing, isMetByResult } from '@gossamer/contracts/settings';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import { sql } from 'kysely';
import { belongsTo } from '../compression/queries.ts';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Identity } from '../identity/identity.ts';
import type { ReceivedUpload } from './store-upload.ts';

/**
 * An earlier result of the same owner that an upload can be answered with. `itself`: the upload is that result, so that
 * nothing is compressed twice. `same`: an API client has sent the same bytes with the same options before. Other owners'
 * results are never looked at: an answer would tell that somebody has the file (docs/decisions/0012).
 */
export interface ResultAtHand {
  kind: 'itself' | 'same';
  earlier: CompressionRow;
}

type Wanted = Pick<ReceivedUpload, 'original' | 'settings' | 'job'>;

/** Undefined for what has to be compressed. */
export async function findResultAtHand(
  deps: GatewayDeps,
  upload: Wanted,
  identity: Identity,
  pace: EnginePace,
): Promise<ResultAtHand | undefined> {
  if (upload.job.source === 'api') {
    const same = await findSame(deps, upload, identity);
    if (same) return { kind: 'same', earlier: same };
  }
  const own = await findOwnResult(deps, upload, identity, pace);
  return own && { kind: 'itself', earlier: own };
}

/** Whether the engine searched for an earlier result at least as long as it would now. */
export function isAsThorough({ report }: CompressionRow, pace: EnginePace): boolean {
  return pace === 'fast' || report?.pace !== 'fast';
}

/**
 * Returns the account's own earlier result of the same bytes and settings. Results that the caller may not see would tell
 * what others have sent, or what was uploaded on the website.
 */
export async function findSame(
  { db, clock }: Pick<GatewayDeps, 'db' | 'clock'>,
  { original, settings }: Omit<Wanted, 'job'>,
  identity: Identity,
): Promise<CompressionRow | undefined> {
  if (identity.kind !== 'member') return undefined;
  return db
    .selectFrom('compressions')
    .selectAll()
    .where(belongsTo(identity))
    .where('originalSha256', '=', original.sha256)
    .where('status', '=', 'completed')
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '>', clock())
    .where(sql<boolean>`settings = ${JSON.stringify(settings)}::jsonb`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The owner's row whose result an upload is, with settings under which it cannot become smaller. */
async function findOwnResult(
  { db, clock }: GatewayDeps,
  { original, settings }: Wanted,
  identity: Identity,
  pace: EnginePace,
): Promise<CompressionRow | undefined> {
  if (!changesNothing(settings)) return undefined;
  const rows = await db
    .selectFrom('compressions')
    .selectAll()
    .where('resultSha256', '=', original.sha256)
    .where(belongsTo(identity))
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '>', clock())
    // Without a report it was not the engine that chose it: it was such a result itself, sent again.
    .where('report', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return rows.find(
    (row) =>
      row.resultFormat !== null &&
      isAsThorough(row, pace) &&
      isMetByResult(settings, row.settings, row.resultFormat),
  );
}

/** Puts the result at hand into an upload's place, with objects of its own. @throws ObjectNotFoundError if it has gone meanwhile */
export async function returnResult(
  { storage }: GatewayDeps,
  row: CompressionRow,
  { kind, earlier }: ResultAtHand,
): Promise<ImageCompressed & { type: 'image.compressed' }> {
  const resultKey = `results/${row.id}/own`;
  const from = kind === 'itself' ? row.originalKey : earlier.resultKey;
  await storage.put(resultKey, await storage.open(from ?? ''));
  const { report } = earlier;
  return {
    type: 'image.compressed',
    ...{ compressionId: row.id, attempt: row.attempt, requestId: row.requestId },
    resultKey,
    previewKey: (await copyPreview(storage, earlier, `${resultKey}-preview`)) ?? resultKey,
    format: earlier.resultFormat ?? 'jpeg',
    ...(kind === 'itself'
      ? { sizeBytes: row.originalSizeBytes, sha256: row.originalSha256, alreadyOptimal: true }
      : {
          sizeBytes: earlier.resultSizeBytes ?? 0,
          sha256: earlier.resultSha256 ?? '',
          alreadyOptimal: earlier.isAlreadyOptimal ?? false,
          ...(report && { report }),
        }),
    ...{ widthPx: earlier.widthPx ?? 1, heightPx: earlier.heightPx ?? 1 },
    engineMs: 0,
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
