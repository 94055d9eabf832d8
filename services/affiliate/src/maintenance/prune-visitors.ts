import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

/** Deletes the visitors of past days, which are no longer needed. Returns their number. */
export async function pruneVisitors({ db, clock }: AffiliateDeps): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('clickVisitors')
    .where('day', '<', utcDay(clock()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
