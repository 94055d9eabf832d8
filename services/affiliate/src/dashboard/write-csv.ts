import { Readable } from 'node:stream';
import type { AffiliateCommission } from '@gossamer/contracts/affiliate';
import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { centsAsText } from '../ledger/cents-as-text.ts';
import { readCommissions } from './read-commissions.ts';

const pageSize = 1_000;

const columns = [
  ...['Date (UTC)', 'Payment', 'Kind', 'Paid (USD)', 'Refunded (USD)', 'Commission (USD)', 'Earned (USD)'],
  ...['Status', 'Held until (UTC)'],
];

/**
 * Streams all commissions of a partner as CSV (RFC 4180). Cells are written so that spreadsheets do not interpret them
 * as formulas.
 */
export function writeCsv(db: Kysely<AffiliateTables>, partnerId: string, now: Date): Readable {
  return Readable.from(write(db, partnerId, now));
}

async function* write(db: Kysely<AffiliateTables>, partnerId: string, now: Date): AsyncGenerator<string> {
  yield toCsv([columns]);
  let cursor: string | null | undefined;
  do {
    const page = await readCommissions(db, partnerId, now, cursor ?? undefined, pageSize);
    yield toCsv(page.commissions.map(toCells));
    cursor = page.nextCursor;
  } while (cursor !== null);
}

const toCsv = (rows: string[][]) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });

function toCells(commission: AffiliateCommission): string[] {
  const { paidAt, id, kind, status, heldUntil } = commission;
  const { paymentCents, refundedCents, commissionCents, earnedCents } = commission;
  return [
    ...[paidAt, id, kind],
    ...[paymentCents, refundedCents, commissionCents, earnedCents].map(centsAsText),
    ...[status, heldUntil],
  ];
}
