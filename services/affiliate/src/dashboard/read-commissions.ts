import type {
  AffiliateCommission,
  AffiliateCommissions,
  CommissionStatus,
} from '@gossamer/contracts/affiliate';
import { type Kysely, sql } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';

type Db = Kysely<AffiliateTables>;

const pageSize = 50;

interface CommissionView {
  paymentId: string;
  paidAt: Date;
  isFirst: boolean;
  amountCents: number;
  refundedCents: number;
  commissionCents: number;
  earnedCents: number;
  settledCents: number;
  heldUntil: Date;
  isInProgress: boolean;
}

/**
 * Returns a page of a partner's commissions, newest first. `cursor` is the `nextCursor` of the previous page. If the
 * cursor is invalid, the first page is returned.
 */
export async function readCommissions(
  db: Db,
  partnerId: string,
  now: Date,
  cursor?: string,
  limit = pageSize,
): Promise<AffiliateCommissions> {
  const rows = await readPage(db, partnerId, readCursor(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    commissions: page.map((row) => toCommission(row, now)),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
  };
}

async function readPage(
  db: Db,
  partnerId: string,
  after: Position | undefined,
  limit: number,
): Promise<CommissionView[]> {
  const { rows } = await sql<CommissionView>`
    select commissions.*, payments.amount_cents, payments.refunded_cents,
      not exists (
        select from commissions earlier
        where earlier.partner_id = commissions.partner_id and earlier.account_id = commissions.account_id
          and (earlier.paid_at, earlier.payment_id) < (commissions.paid_at, commissions.payment_id)
      ) as is_first,
      exists (
        select from payout_items join payouts on payouts.id = payout_items.payout_id
        where payout_items.payment_id = commissions.payment_id and payouts.status in ('open', 'sent')
      ) as is_in_progress
    from commissions join payments using (payment_id)
    where commissions.partner_id = ${partnerId}
      ${after ? sql`and (commissions.paid_at, commissions.payment_id) < (${after.paidAt}, ${after.paymentId})` : sql``}
    order by commissions.paid_at desc, commissions.payment_id desc
    limit ${limit}`.execute(db);
  return rows;
}

function toCommission(row: CommissionView, now: Date): AffiliateCommission {
  return {
    id: row.paymentId,
    paidAt: row.paidAt.toISOString(),
    kind: row.isFirst ? 'subscription' : 'renewal',
    paymentCents: row.amountCents,
    refundedCents: row.refundedCents,
    commissionCents: row.commissionCents,
    earnedCents: row.earnedCents,
    status: statusOf(row, now),
    heldUntil: row.heldUntil.toISOString(),
  };
}

function statusOf(row: CommissionView, now: Date): CommissionStatus {
  if (row.earnedCents === 0) return 'reversed';
  if (row.settledCents >= row.earnedCents) return row.isInProgress ? 'inPayout' : 'paid';
  return now < row.heldUntil ? 'held' : 'due';
}

interface Position {
  paidAt: Date;
  paymentId: string;
}

function writeCursor({ paidAt, paymentId }: Position): string {
  return Buffer.from(`${paidAt.getTime()} ${paymentId}`).toString('base64url');
}

function readCursor(cursor: string | undefined): Position | undefined {
  const [, time, paymentId] =
    /^(\d{1,15}) ([ -~]{1,100})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
  return time && paymentId ? { paidAt: new Date(Number(time)), paymentId } : undefined;
}
