import { countClick } from '../../src/clicks/count-click.ts';
import type { AffiliateDeps } from '../../src/deps.ts';
import { findPartner } from '../../src/ledger/find-partner.ts';
import { browser, call, newcomer, publishFact, type TestAffiliate } from '../affiliate.ts';
import { throughCrashes } from './crash.ts';
import { type Happening, type History, inventHistory, monthStart } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** A partner's history, which is replayed against the affiliate service, with a ledger of the expected amounts. */
export interface Life extends Ledger {
  who: ReturnType<typeof newcomer>;
  code: string;
  partnerId: string;
}

/** Creates the partner for a random history. */
export async function beginLife(affiliate: TestAffiliate, random: Random, id: string): Promise<Life> {
  const history: History = inventHistory(random, id);
  const { accountId, email, contact } = history.partner;
  const who = { ...newcomer(email), accountId };
  const { body } = await call(affiliate, who, 'POST', '/partners', { name: 'Maya', email: contact });
  const { code } = body.affiliate;
  const [row] = await affiliate.servers.sql('select id from partners where code = $1', [code]);
  return { history, heard: [], payouts: [], who, code, partnerId: String(row?.id) };
}

/** Delivers all events of a month in random order, eight concurrently, with duplicates and occasional crashes. */
export async function liveMonth(
  affiliate: TestAffiliate,
  random: Random,
  lives: Life[],
  month: number,
): Promise<void> {
  const arriving = lives.flatMap((life) =>
    life.history.happenings
      .filter((happening) => happening.month === month)
      .flatMap((happening) =>
        Array.from({ length: timesOf(random, happening) }, () => ({ life, happening })),
      ),
  );
  const waiting = random.shuffled(arriving);
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { life, happening } = next;
      const times = random.chance(0.03) ? 1 : 0;
      await throughCrashes(random, affiliate.deps, { times, withinQueries: 8 }, (deps) =>
        happen({ ...affiliate, deps }, life, happening),
      );
      life.heard.push(happening);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

const timesOf = (random: Random, { kind }: Happening) =>
  kind === 'fact' && random.chance(0.25) ? random.whole(2, 3) : 1;

async function happen(affiliate: TestAffiliate, life: Life, happening: Happening): Promise<void> {
  const { deps } = affiliate;
  if (happening.kind === 'fact') return arrive(affiliate, life, happening);
  if (happening.kind === 'click') return click(deps, life, happening);
  if (happening.kind === 'partnersEmail') {
    await findPartner(deps.db, { ...life.who, email: happening.email });
    return;
  }
  const path = `/dashboards/${life.code}/payout-email`;
  const { status } = await call(affiliate, life.who, 'PUT', path, { payoutEmail: happening.email });
  if (status !== 200 && life.history.goneInMonth === undefined) throw new Error(`PUT returned ${status}`);
}

function arrive(affiliate: TestAffiliate, { code }: Life, fact: Happening & { kind: 'fact' }): Promise<void> {
  const { name, key, version } = fact;
  const payload = { ...(fact.payload as { referralCode?: string }) };
  if (payload.referralCode === 'CODE') payload.referralCode = code;
  return publishFact(affiliate, name, { key, version, payload: payload as never });
}

async function click(
  deps: AffiliateDeps,
  { code }: Life,
  { day, visitor, isBot }: Happening & { kind: 'click' },
): Promise<void> {
  const at = { ...deps, clock: () => new Date(`${day}T${isBot ? '09' : '10'}:00:00Z`) };
  const userAgent = isBot ? 'Googlebot/2.1 (+http://www.google.com/bot.html)' : browser;
  await countClick(at, { code, visitorKey: visitor, userAgent });
}

export const endOfMonth = (month: number) => new Date(monthStart(month + 1).getTime() - 1);
