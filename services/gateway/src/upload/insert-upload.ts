import { formatMaxPixels, sampleSha256 } from '@gossamer/contracts/limits';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import { sql, type Transaction } from 'kysely';
import { insertCompression } from '../compression/queries.ts';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { nextRank } from '../fleet/turns.ts';
import { type Identity, visitorLock } from '../identity/identity.ts';
import { type Charge, chargeDay, freeOfCharge, isFreeSample } from '../limits/daily.ts';
import type { ReceivedUpload } from './receive-upload.ts';

export interface Sender {
  identity: Identity;
  requestId: string;
  idempotencyKey: string | undefined;
  /** When the upload began. */
  startedAt: Date;
}

export interface AcceptedRow {
  row: CompressionRow;
  allowance: Charge['allowance'];
}

/**
 * Accepts an upload, in one transaction: it is counted, and its row with its turn is there.
 * Undefined when its sender has used the idempotency key before: then nothing was counted.
 * @throws AppError `daily_limit_reached`, `address_limit_reached`; `unauthorized` when the account was just deleted
 */
export async function insertUpload(
  deps: GatewayDeps,
  upload: ReceivedUpload,
  sender: Sender,
  isOwnResult: boolean,
): Promise<AcceptedRow | undefined> {
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const { identity } = sender;
      if (identity.kind === 'visitor') await visitorLock(trx, identity.visitorId, 'shared');
      const charge = isOwnResult ? freeOfCharge : await chargeUpload(trx, deps, upload, identity);
      const row = await insertCompression(trx, toRow(deps, upload, sender, charge, trx));
      if (!row) throw new SentBefore();
      return { row, allowance: charge.allowance };
    });
  } catch (error) {
    if (error instanceof SentBefore) return undefined;
    // Foreign key: between the look at the session and now, the account was deleted.
    throw hasCode(error, '23503') ? new AppError('unauthorized', { cause: error }) : error;
  }
}

/** Undoes the transaction. */
class SentBefore extends Error {}

async function chargeUpload(
  trx: Transaction<GatewayTables>,
  { config, clock }: GatewayDeps,
  { original }: ReceivedUpload,
  identity: Identity,
): Promise<Charge> {
  const now = clock();
  const isFree = original.sha256 === sampleSha256 && (await isFreeSample(trx, identity, now));
  return isFree ? freeOfCharge : chargeDay(trx, identity, config, now);
}

function toRow(
  deps: GatewayDeps,
  upload: ReceivedUpload,
  { identity, idempotencyKey, requestId, startedAt }: Sender,
  { quotaWindow, quotaSubjects }: Charge,
  trx: Transaction<GatewayTables>,
) {
  const { original } = upload;
  return {
    id: upload.id,
    owner: identity.owner,
    accountId:
      identity.kind === 'member' ? identity.account.id : linkedAccount(identity.visitorId, startedAt),
    idempotencyKey: idempotencyKey ?? null,
    requestId,
    tier: identity.tier,
    fairKey: identity.fairKey,
    rank: nextRank(trx, identity),
    quotaWindow,
    quotaSubjects,
    originalFilename: upload.filename,
    originalFormat: original.format,
    originalSizeBytes: original.sizeBytes,
    originalSha256: original.sha256,
    originalKey: original.key,
    settings: JSON.stringify(upload.settings),
    maxPixels: maxPixelsOf(deps, upload, identity),
    isSample: original.sha256 === sampleSha256,
  };
}

/** Between the link and the browser's having the session's cookie, it still sends as the visitor. */
const cookieOnItsWayMs = 30_000;

/** The member that a visitor has become while the upload was under way. */
function linkedAccount(visitorId: string, startedAt: Date) {
  const earliest = new Date(startedAt.getTime() - cookieOnItsWayMs);
  return sql<string | null>`(
    select account_id from visitor_links where visitor_id = ${visitorId} and linked_at >= ${earliest})`;
}

function maxPixelsOf({ config }: GatewayDeps, { original }: ReceivedUpload, { tier }: Identity): number {
  const { maxPixels } = tier === 'pro' ? config.plans.pro : config.plans.free;
  return original.format === 'heic' ? Math.min(maxPixels, formatMaxPixels.heic) : maxPixels;
}
