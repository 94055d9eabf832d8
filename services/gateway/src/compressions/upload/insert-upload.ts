import { formatMaxPixels, sampleSha256 } from '@gossamer/contracts/limits';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import { sql } from 'kysely';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import {
  type Allowance,
  allowanceAfter,
  type Charge,
  chargeOf,
  freeOfCharge,
  isFree,
  LimitReachedError,
} from '../../limits/quota.ts';
import type { Schedule } from '../queue/schedule.ts';
import type { CachedResult } from './result-cache.ts';
import type { ReceivedUpload } from './store-upload.ts';

export interface Sender {
  identity: Identity;
  requestId: string;
  idempotencyKey: string | undefined;
  /** Time at which the upload started. */
  startedAt: Date;
}

/** An upload together with the decisions that are made before its row is inserted. */
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

/** How long after a login, in milliseconds, a request with the visitor cookie counts for the member. */
const cookieOnItsWayMs = 30_000;

/**
 * Accepts an upload in one transaction: counts it against the quota, ranks it in the queue and inserts its row. If the
 * visitor became a member during the upload, the row belongs to the member. Returns undefined if the caller has used
 * the idempotency key before.
 * @throws AppError `daily_limit_reached`, `address_limit_reached`, `unconfirmed_limit_reached`; `unauthorized` when the
 * account was just deleted
 */
export async function insertUpload(
  deps: GatewayDeps,
  { upload, sender, cached, schedule }: AcceptableUpload,
): Promise<AcceptedRow | undefined> {
  const { identity, startedAt } = sender;
  const charge = await chargeUpload(deps, upload, identity, cached);
  const isReused = cached?.kind === 'same';
  const given = JSON.stringify({
    ...toRow(deps, upload, sender, charge),
    is_reused: isReused,
    lane: schedule.lane,
    cost_ms: schedule.costMs,
  });
  const visitorId = identity.kind === 'visitor' ? identity.visitorId : null;
  const linkedSince = new Date(startedAt.getTime() - cookieOnItsWayMs);
  const allowances = charge.subjects.map(({ allowance }) => allowance);
  try {
    const { rows } = await sql<CompressionRow & { used: number | null }>`
      select (accepted.compression).*, accepted.used
      from accept_compression(${given}::jsonb, ${visitorId}, ${linkedSince}, ${allowances}::integer[]) accepted
    `.execute(deps.db);
    const [{ used, ...row } = missing()] = rows;
    return { row, allowance: allowanceAfter(charge, used) };
  } catch (error) {
    if (hasCode(error, keyUsedBefore)) return undefined;
    throw toRefusal(error, charge, identity, deps.clock());
  }
}

/** The SQLSTATEs that `accept_compression` raises. */
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
  throw new Error('accept_compression gave no row');
}

async function chargeUpload(
  { db, config, clock }: GatewayDeps,
  { original, job }: ReceivedUpload,
  identity: Identity,
  cached: CachedResult | undefined,
): Promise<Charge> {
  if (job.source === 'estimate') return freeOfCharge;
  const now = clock();
  const ofSample = original.sha256 === sampleSha256 ? 'samples' : undefined;
  const kind = cached ? 'ownResults' : ofSample;
  return kind && (await isFree(db, kind, identity, now)) ? freeOfCharge : chargeOf(identity, config, now);
}

/** Returns the columns that the gateway sets in a new row, by column name. */
function toRow(
  deps: GatewayDeps,
  { id, filename, original, settings, job }: ReceivedUpload,
  { identity, idempotencyKey, requestId }: Sender,
  { quotaWindow, subjects }: Charge,
) {
  return {
    id,
    owner: identity.owner,
    account_id: identity.kind === 'member' ? identity.account.id : null,
    idempotency_key: idempotencyKey ?? null,
    request_id: requestId,
    tier: identity.tier,
    owner_key: identity.ownerKey,
    quota_window: quotaWindow,
    quota_subjects: subjects.map(({ subject }) => subject),
    original_filename: filename,
    original_format: original.format,
    original_size_bytes: original.sizeBytes,
    original_sha256: original.sha256,
    original_key: original.key,
    settings,
    max_pixels: maxPixelsOf(deps, original.format, identity),
    is_sample: original.sha256 === sampleSha256,
    source: job.source,
    ...(job.source === 'api' && { metadata: job.metadata, webhook_url: job.webhookUrl }),
  };
}

/**
 * Returns the maximum number of pixels (width × height × frames) of an original, which depends on the owner's plan and
 * the format.
 */
export function maxPixelsOf(
  { config }: GatewayDeps,
  format: ReceivedUpload['original']['format'],
  { tier }: Identity,
): number {
  const { maxPixels } = tier === 'pro' ? config.plans.pro : config.plans.free;
  return format === 'heic' ? Math.min(maxPixels, formatMaxPixels.heic) : maxPixels;
}
