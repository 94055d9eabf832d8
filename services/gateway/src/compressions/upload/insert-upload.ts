import { sampleSha256 } from '@gossamer/contracts/limits';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import { sql } from 'kysely';
import type { CompressionRow } from '../../db/schema.ts';
import { toColumns } from '../../db/to-columns.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import {
  type Allowance,
  allowanceAfter,
  type Charge,
  chargeOf,
  freeOfCharge,
  LimitReachedError,
  tryFreeCompression,
  tryFreeRepeat,
} from '../../limits/quota.ts';
import type { Schedule } from '../queue/schedule.ts';
import { maxPixelsOf } from './plan-limits.ts';
import type { ReceivedUpload } from './received-upload.ts';
import type { CachedResult } from './result-cache.ts';

export interface Sender {
  identity: Identity;
  requestId: string;
  idempotencyKey: string | undefined;
  /** Time at which the upload started. */
  startedAt: Date;
}

/** An upload together with decisions made before its row is inserted. */
export interface AcceptableUpload {
  upload: ReceivedUpload;
  sender: Sender;
  cached: CachedResult | undefined;
  schedule: Pick<Schedule, 'lane' | 'costMs'>;
}

export interface AcceptedRow {
  row: CompressionRow;
  /** The caller's remaining quota; null if there is no limit or the compression did not count. */
  allowance: Allowance | null;
}

/** Time in ms after a login during which a request that still has the visitor cookie counts for the member. */
const cookieOnItsWayMs = 30_000;

/**
 * Accepts an upload in one transaction: counts it against the quota, assigns its rank in the queue and inserts its row.
 * If the visitor logged in during the upload, the row belongs to the member. Returns undefined if the caller has used
 * the idempotency key before.
 * @throws AppError `daily_limit_reached`, `address_limit_reached`, `unconfirmed_limit_reached`; `unauthorized` if the
 * account was just deleted
 */
export async function insertUpload(
  deps: GatewayDeps,
  { upload, sender, cached, schedule }: AcceptableUpload,
): Promise<AcceptedRow | undefined> {
  const { identity, startedAt } = sender;
  const charge = await chargeUpload(deps, upload, identity, cached);
  const given = {
    ...toRow(deps, upload, sender, charge),
    isReused: cached?.kind === 'same',
    lane: schedule.lane,
    costMs: schedule.costMs,
  };
  const visitorId = identity.kind === 'visitor' ? identity.visitorId : null;
  const linkedSince = new Date(startedAt.getTime() - cookieOnItsWayMs);
  const allowances = charge.subjects.map(({ allowance }) => allowance);
  try {
    // Select only the columns that the function sets, because every selected column is parsed by Postgres and by pg.
    const { rows } = await sql<Decided & { used: number | null }>`
      select (compression).account_id, (compression).rank, (compression).created_at, (compression).checked_at, used
      from accept_compression(${toColumns(given)}::jsonb, ${visitorId}, ${linkedSince}, ${allowances}::integer[])
    `.execute(deps.db);
    const [{ used, ...decided } = missing()] = rows;
    return { row: { ...pendingRow, ...given, ...decided }, allowance: allowanceAfter(charge, used) };
  } catch (error) {
    if (hasCode(error, keyUsedBefore)) return undefined;
    throw toRefusal(error, charge, identity, deps.clock());
  }
}

/** SQLSTATE codes raised by the SQL function `accept_compression`. */
const [allowanceUsedUp, keyUsedBefore] = ['GS001', 'GS002'];
const foreignKeyViolation = '23503';

function toRefusal(error: unknown, { subjects }: Charge, identity: Identity, now: Date): unknown {
  // A foreign key violation means that the account was deleted after the session was read.
  if (hasCode(error, foreignKeyViolation)) return new AppError('unauthorized', { cause: error });
  if (!hasCode(error, allowanceUsedUp)) return error;
  const refused = subjects.find(({ subject }) => subject === (error as { detail?: string }).detail);
  return refused ? new LimitReachedError(refused, identity, now) : error;
}

function missing(): never {
  throw new Error('accept_compression returned no row');
}

async function chargeUpload(
  { db, config, clock }: GatewayDeps,
  { original, job, again }: ReceivedUpload,
  identity: Identity,
  cached: CachedResult | undefined,
): Promise<Charge> {
  if (job.source === 'estimate') return freeOfCharge;
  const now = clock();
  if (again && (await tryFreeRepeat(db, again.uploadId, now))) return freeOfCharge;
  const ofSample = original.sha256 === sampleSha256 ? 'samples' : undefined;
  const kind = cached ? 'ownResults' : ofSample;
  return kind && (await tryFreeCompression(db, kind, identity, now))
    ? freeOfCharge
    : chargeOf(identity, config, now);
}

/** The columns that `accept_compression` sets. */
type Decided = Pick<CompressionRow, 'accountId' | 'rank' | 'createdAt' | 'checkedAt'>;

/** The columns of a row whose compression has not been finalized. */
const pendingRow = {
  status: 'pending',
  attempt: 1,
  sharedKeys: null,
  resultKey: null,
  previewKey: null,
  variants: null,
  resultFormat: null,
  resultSizeBytes: null,
  resultSha256: null,
  widthPx: null,
  heightPx: null,
  isAlreadyOptimal: null,
  report: null,
  failureCode: null,
  failureDetails: null,
  finalizedAt: null,
  resultExpiresAt: null,
} satisfies Partial<CompressionRow>;

/** Returns the columns that describe the upload, its owner and its quota. */
function toRow(
  deps: GatewayDeps,
  { id, filename, original, settings, job, again }: ReceivedUpload,
  { identity, idempotencyKey, requestId }: Sender,
  { quotaWindow, subjects }: Charge,
) {
  return {
    id,
    owner: identity.owner,
    accountId: identity.kind === 'member' ? identity.account.id : null,
    idempotencyKey: idempotencyKey ?? null,
    requestId,
    tier: identity.tier,
    ownerKey: identity.ownerKey,
    quotaWindow,
    quotaSubjects: subjects.map(({ subject }) => subject),
    originalFilename: filename,
    originalFormat: original.format,
    originalSizeBytes: original.sizeBytes,
    originalSha256: original.sha256,
    originalKey: original.key,
    originalExpiresAt: again?.originalExpiresAt ?? null,
    againOf: again?.uploadId ?? null,
    settings,
    maxPixels: maxPixelsOf(deps, original.format, identity),
    isSample: original.sha256 === sampleSha256,
    source: job.source,
    metadata: job.source === 'api' ? (job.metadata ?? null) : null,
    webhookUrl: job.source === 'api' ? (job.webhookUrl ?? null) : null,
    deliverTo: job.source === 'api' ? job.deliverTo : null,
  };
}
