import { createHash } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

export interface Click {
  code: string;
  /** Whoever it is, always the same; only its hash is kept, until the day is over. */
  visitorKey: string;
  userAgent: string;
}

/** Counts a click of a partner's link, once for a visitor and a UTC day. False for codes of nobody's, and for bots. */
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
    const first = await trx
      .insertInto('clickVisitors')
      .values({ ...at, visitorHash: hashOf(at.day, click.visitorKey) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!first) return;
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

function hashOf(day: string, visitorKey: string): string {
  return createHash('sha256').update(`${day} ${visitorKey}`).digest('base64url');
}
