import { createHash } from 'node:crypto';
import { isbot } from 'isbot';
import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

export interface Click {
  code: string;
  /** Whoever it is, always the same; only its hash is kept, until the day is over. */
  visitorKey: string;
  /** The network they come from, the same all day; none from a gateway of the version before. */
  networkKey?: string | undefined;
  userAgent: string;
}

/**
 * Counts a click of a partner's link, once for a visitor and once for a network in a UTC day: a cookie is thrown away
 * easily. False for codes of nobody's, and for bots.
 */
export async function countClick({ db, clock }: AffiliateDeps, click: Click): Promise<boolean> {
  // A program that does not say what it is is none of a visitor's browsers.
  if (click.userAgent === '' || isbot(click.userAgent)) return false;
  const partner = await db
    .selectFrom('partners')
    .select('id')
    .where('code', '=', click.code)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  if (!partner) return false;
  const at = { partnerId: partner.id, day: utcDay(clock()) };
  await db.transaction().execute(async (trx) => {
    // The network first: of one that was counted nothing more is stored, however many visitors come from it.
    const keys = [click.networkKey && `network ${click.networkKey}`, click.visitorKey];
    for (const key of keys) if (key && !(await isFirst(trx, at, key))) return;
    await trx
      .insertInto('clickDays')
      .values({ ...at, clicks: 1 })
      .onConflict((conflict) =>
        conflict.columns(['partnerId', 'day']).doUpdateSet({ clicks: sql<number>`click_days.clicks + 1` }),
      )
      .execute();
  });
  return true;
}

async function isFirst(
  trx: Transaction<AffiliateTables>,
  at: { partnerId: string; day: string },
  key: string,
): Promise<boolean> {
  const first = await trx
    .insertInto('clickVisitors')
    .values({ ...at, visitorHash: hashOf(at.day, key) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  return first !== undefined;
}

function hashOf(day: string, visitorKey: string): string {
  return createHash('sha256').update(`${day} ${visitorKey}`).digest('base64url');
}
