import { createHash } from 'node:crypto';
import { isbot } from 'isbot';
import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { utcDay } from '../ledger/calendar.ts';

export interface Click {
  code: string;
  /** Key that identifies the visitor. Only its hash is stored, until the end of the day. */
  visitorKey: string;
  /** Key that identifies the visitor's network for one day. Gateways of the previous version do not send the key. */
  networkKey?: string | undefined;
  userAgent: string;
}

/**
 * Counts a click on a partner's link, once per visitor and once per network in a UTC day. Networks are counted because
 * visitors can delete their cookies. Returns false for unknown codes and for bots.
 */
export async function countClick({ db, clock }: AffiliateDeps, click: Click): Promise<boolean> {
  // Treat requests without a user agent as bots, because browsers always send a user agent.
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
    // Check the network first, so that nothing is stored for further visitors from a network that was already counted.
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
