import { visitorRecordMs } from '@gossamer/contracts/limits';
import { sql } from 'kysely';
import type { GatewayDeps } from '../deps.ts';
import { visitorCookieMs } from '../http/identity/cookies.ts';

const batchSize = 500;

/**
 * Deletes visitors' rows, which contain file names, 30 days after their files were deleted. Members' rows are kept as
 * long as the account exists. Returns the number of deleted rows.
 */
export async function pruneVisitorRecords(deps: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await pruneBatch(deps);
    total += count;
    if (count < batchSize) break;
  }
  await deps.db.deleteFrom('compressionSums').where('keptUntil', '<', deps.clock()).execute();
  return total;
}

/**
 * Deletes rows and preserves their totals in one statement, so that a visitor's statistics remain complete. A trigger
 * subtracts each row from the totals of its day, and the statement adds the row to those of the day "-infinity". The
 * totals contain no file names and are deleted once the visitor's cookie has expired.
 */
async function pruneBatch({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  const before = new Date(now.getTime() - visitorRecordMs);
  const keptUntil = new Date(now.getTime() + visitorCookieMs);
  const { rows } = await sql<{ count: number }>`
    with due as (
      select id from compressions
      where account_id is null and original_key is null and result_key is null and status <> 'pending'
        and coalesce(result_expires_at, finalized_at) < ${before}
      order by coalesce(result_expires_at, finalized_at)
      limit ${batchSize} for update skip locked
    ), gone as (
      delete from compressions where id in (select id from due)
      returning owner, status, source, original_size_bytes, result_size_bytes
    ), kept as (
      insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent, kept_until)
      select owner, '-infinity', count(*), sum(greatest(original_size_bytes - result_size_bytes, 0)),
        sum(100.0 * greatest(original_size_bytes - result_size_bytes, 0) / original_size_bytes),
        ${keptUntil}::timestamptz
      from gone where status = 'completed' and source <> 'estimate'
      group by owner order by owner
      on conflict (owner, day) do update set
        compressions = sums.compressions + excluded.compressions,
        saved_bytes = sums.saved_bytes + excluded.saved_bytes,
        reduction_percent = sums.reduction_percent + excluded.reduction_percent,
        kept_until = excluded.kept_until
    )
    select count(*)::integer as count from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
