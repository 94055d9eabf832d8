import type { EngineEffort } from '@gossamer/contracts/engine-report';
import { isMetByResult } from '@gossamer/contracts/is-met-by-result';
import type { ImageCompressed } from '@gossamer/contracts/jobs';
import { changesNothing } from '@gossamer/contracts/settings';
import { ObjectNotFoundError, type Storage } from '@gossamer/service-kit/storage/storage';
import { sql } from 'kysely';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import { belongsTo } from '../belongs-to.ts';
import { type SharedObjects, shareableMs } from '../results/shared-objects.ts';
import type { ReceivedUpload } from './received-upload.ts';

/**
 * An earlier result of the same owner that is reused instead of running the engine. Kind `itself`: the uploaded file is
 * an earlier result, so it is not compressed again. Kind `same`: an API client has sent the same bytes with the same
 * options before. Results of other owners are never used, because a response would reveal that somebody else has the
 * file (docs/decisions/0012).
 */
export interface CachedResult {
  kind: 'itself' | 'same';
  earlier: CompressionRow;
}

type Wanted = Pick<ReceivedUpload, 'original' | 'settings' | 'job'>;

/** Returns the cached result for an upload, or undefined if the upload has to be compressed. */
export async function findCachedResult(
  deps: GatewayDeps,
  upload: Wanted,
  identity: Identity,
  effort: EngineEffort,
): Promise<CachedResult | undefined> {
  // The cache shares single files only.
  if (upload.settings.variants) return undefined;
  if (upload.job.source === 'api') {
    const same = await findSame(deps, upload, identity);
    if (same) return { kind: 'same', earlier: same };
  }
  const own = await findOwnResult(deps, upload, identity, effort);
  return own && { kind: 'itself', earlier: own };
}

/** Returns whether the earlier result was produced with at least the given effort. */
export function isAsThorough({ report }: CompressionRow, effort: EngineEffort): boolean {
  return effort === 'fast' || report?.effort !== 'fast';
}

/**
 * Returns the account's earlier compression of the same bytes with the same settings. Results that the caller may not
 * access are excluded, because they would reveal what was sent with other API keys or what was uploaded on the website.
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
    .where('resultExpiresAt', '>', new Date(clock().getTime() + shareableMs))
    .where(sql<boolean>`settings = ${JSON.stringify(settings)}::jsonb`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the owner's row whose result is the uploaded file, if the settings cannot make the file smaller. */
async function findOwnResult(
  { db, clock }: GatewayDeps,
  { original, settings }: Wanted,
  identity: Identity,
  effort: EngineEffort,
): Promise<CompressionRow | undefined> {
  // Restore an archive instead of returning it.
  if (
    original.format === 'jxl' ||
    settings.archive ||
    !changesNothing(settings) ||
    !(await hasResult(db, original.sha256, identity))
  )
    return undefined;
  const rows = await db
    .selectFrom('compressions')
    .selectAll()
    .where('resultSha256', '=', original.sha256)
    .where(belongsTo(identity))
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '>', new Date(clock().getTime() + shareableMs))
    // Exclude rows without an engine report, because their original was itself a result that was uploaded again.
    .where('report', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return rows.find(
    (row) =>
      row.resultFormat !== null &&
      isAsThorough(row, effort) &&
      isMetByResult(settings, row.settings, row.resultFormat),
  );
}

/**
 * Returns whether the caller's rows include a result with this hash. If they do not, as for nearly all uploads, no
 * further query is needed. The check calls a database function, whose query plan is cached, because planning a query
 * takes longer than executing it.
 */
async function hasResult(db: GatewayDeps['db'], sha256: string, identity: Identity): Promise<boolean> {
  const accountId = identity.kind === 'member' ? identity.account.id : null;
  const { rows } = await sql<{ exists: boolean }>`
    select has_result(${sha256}, ${identity.owner}, ${accountId}) as exists`.execute(db);
  return rows[0]?.exists ?? false;
}

/** The outcome and stored objects for finalizing a row with an earlier result. */
export interface SharedResult {
  outcome: ImageCompressed & { type: 'image.compressed' };
  shared: SharedObjects;
}

/**
 * Returns the outcome that finalizes the row with the objects of the earlier row, without copying them. The uploaded
 * original is kept only if the earlier original no longer exists.
 * @throws ObjectNotFoundError if the earlier result no longer exists
 */
export async function shareResult(
  { storage }: GatewayDeps,
  row: CompressionRow,
  cached: CachedResult,
): Promise<SharedResult> {
  const { kind, earlier } = cached;
  const { resultKey } = earlier;
  if (resultKey === null || !(await storage.head(resultKey))) throw new ObjectNotFoundError(resultKey ?? '');
  const previewKey = (await findPreview(storage, earlier)) ?? resultKey;
  const original = kind === 'same' ? shareableOriginal(earlier) : null;
  const originalKey = kind === 'itself' ? resultKey : (original ?? row.originalKey);
  const sharedKeys = [resultKey, previewKey, ...(original === null ? [] : [original])];
  return {
    shared: { from: earlier, original, columns: { originalKey, sharedKeys } },
    outcome: {
      type: 'image.compressed',
      compressionId: row.id,
      attempt: row.attempt,
      requestId: row.requestId,
      resultKey,
      previewKey,
      ...figuresOf(row, cached),
      engineMs: 0,
    },
  };
}

/** Returns the properties of the reused result. A result that was uploaded again is reported as already optimal. */
function figuresOf(row: CompressionRow, { kind, earlier }: CachedResult) {
  const { report } = earlier;
  return {
    format: earlier.resultFormat ?? 'jpeg',
    sizeBytes: earlier.resultSizeBytes ?? 0,
    sha256: earlier.resultSha256 ?? '',
    widthPx: earlier.widthPx ?? 1,
    heightPx: earlier.heightPx ?? 1,
    ...(kind === 'itself'
      ? { sizeBytes: row.originalSizeBytes, alreadyOptimal: true }
      : { alreadyOptimal: earlier.isAlreadyOptimal ?? false, ...(report && { engineReport: report }) }),
  };
}

/**
 * Returns the storage key of the earlier original, or null if that original no longer exists or expires soon. In that
 * case, the uploaded original is kept.
 */
function shareableOriginal({ originalKey, originalExpiresAt }: CompressionRow): string | null {
  const leftMs = (originalExpiresAt?.getTime() ?? 0) - Date.now();
  return leftMs > shareableMs ? originalKey : null;
}

/**
 * Returns the storage key of the earlier preview, or undefined if that preview no longer exists. In that case, the
 * result serves as the preview.
 */
async function findPreview(storage: Storage, { previewKey }: CompressionRow): Promise<string | undefined> {
  return previewKey !== null && (await storage.head(previewKey)) ? previewKey : undefined;
}
