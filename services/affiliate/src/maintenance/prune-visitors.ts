import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

/** Who was counted on days that are over is of no use any more. */
export async function pruneVisitors({ db, clock }: AffiliateDeps): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('clickVisitors')
    .where('day', '<', utcDay(clock()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
