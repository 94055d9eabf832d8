import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

/** Deletes the hashes of visitors and networks counted on previous days. Returns the number of deleted rows. */
export async function pruneVisitors({ db, clock }: AffiliateDeps): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('clickVisitors')
    .where('day', '<', utcDay(clock()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
