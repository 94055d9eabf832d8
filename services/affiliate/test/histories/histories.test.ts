import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardOf, startAffiliate, type TestAffiliate } from '../affiliate.ts';
import { type FakePaypal, startFakePaypal } from '../fake-paypal.ts';
import { monthCount } from './history.ts';
import { clicksOf, earningsAt, sum } from './ledger.ts';
import { noteWhatArrived, payday, settleAtPaypal } from './payday.ts';
import { randomFrom } from './random.ts';
import { beginLife, endOfMonth, type Life, liveMonth } from './world.ts';

const seed = Number(process.env.GOSSAMER_HISTORIES_SEED ?? 20_261_122);
const historyCount = Number(process.env.GOSSAMER_HISTORIES ?? 100);

let affiliate: TestAffiliate;
let paypal: FakePaypal;
beforeAll(async () => {
  paypal = await startFakePaypal();
  const { url, clientId, clientSecret } = paypal;
  affiliate = await startAffiliate({
    PAYPAL_API_URL: url,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
  });
});
afterAll(async () => {
  await affiliate.close();
  await paypal.close();
});

/** Returns the payouts in the database by partner, with the month, amount in cents and status of each. */
async function payoutsByPartner(): Promise<
  Map<string, { id: string; month: number; cents: number; status: string }[]>
> {
  const rows = await affiliate.servers.sql(
    'select id, partner_id, period, amount_cents, status from payouts order by period',
  );
  const byPartner = Map.groupBy(rows, (row) => String(row.partner_id));
  return new Map(
    [...byPartner].map(([partnerId, payouts]) => [
      partnerId,
      payouts.map(({ id, period, amount_cents, status }) => ({
        id: String(id),
        cents: Number(amount_cents),
        status: String(status),
        month: (Number(String(period).slice(0, 4)) - 2026) * 12 + Number(String(period).slice(5, 7)) - 1,
      })),
    ]),
  );
}

async function comparePayouts(lives: Life[]): Promise<Map<string, Life>> {
  const all = await payoutsByPartner();
  const owners = new Map<string, Life>();
  for (const life of lives) {
    const payouts = all.get(life.partnerId) ?? [];
    for (const { id } of payouts) owners.set(id, life);
    const [made, expected] = [payouts, life.payouts].map((list) =>
      list.map(({ month, cents }) => ({ month, cents })),
    );
    expect({ who: life.code, made }).toEqual({ who: life.code, made: expected });
  }
  return owners;
}

async function compareStatuses(lives: Life[]): Promise<void> {
  const all = await payoutsByPartner();
  for (const life of lives) {
    const statuses = (all.get(life.partnerId) ?? []).map(({ status }) => status.replace('open', 'sent'));
    const expected = life.payouts.map(({ hasFailed, hasArrived }) =>
      hasFailed ? 'failed' : hasArrived ? 'paid' : 'sent',
    );
    expect({ who: life.code, statuses }).toEqual({ who: life.code, statuses: expected });
  }
}

describe(`${historyCount} random histories`, () => {
  it('match an independent ledger to the cent, without double or negative payments', async () => {
    const random = randomFrom(seed);
    const lives: Life[] = [];
    for (let number = 0; number < historyCount; number += 1) {
      lives.push(await beginLife(affiliate, random, String(number)));
    }
    let deaths = 0;
    for (let month = 0; month < monthCount; month += 1) {
      affiliate.setTime(endOfMonth(month));
      await liveMonth(affiliate, random, lives, month);
      await breakAddresses(lives);
      deaths += await payday(affiliate, random, paypal, lives, month + 1);
      const owners = await comparePayouts(lives);
      await settleAtPaypal(affiliate, random, paypal);
      noteWhatArrived(paypal, lives, owners);
      await compareStatuses(lives);
      await compareDashboards(
        month === monthCount - 1 ? lives : lives.filter(() => random.chance(0.1)),
        month,
      );
    }
    await compareMoney(lives);
    const payouts = sum(lives.map((life) => life.payouts.length));
    process.stdout.write(`${historyCount} histories, ${deaths} deaths, ${payouts} payouts\n`);
    // Check that the random histories contain enough payouts and crashes to be meaningful.
    expect(payouts).toBeGreaterThan(historyCount / 4);
    expect(deaths).toBeGreaterThan(monthCount);
  }, 600_000);
});

/** Makes PayPal reject some payout addresses that the affiliate service has accepted. */
async function breakAddresses(lives: Life[]): Promise<void> {
  const faulty = lives.filter(({ history }) => history.hasFaultyAddress).map(({ partnerId }) => partnerId);
  await affiliate.servers.sql(
    `update partners set payout_email = 'nowhere' where id = any($1) and payout_email is not null`,
    [faulty],
  );
}

async function compareDashboards(lives: Life[], month: number): Promise<void> {
  const now = affiliate.deps.clock();
  for (const life of lives) {
    // Skip deleted partners, who have no dashboard.
    if (life.history.goneInMonth !== undefined && life.history.goneInMonth <= month) continue;
    const { earnings, totals } = await dashboardOf(affiliate, life);
    expect({ who: life.code, ...earnings }).toMatchObject({
      who: life.code,
      ...earningsAt(life, month, now),
    });
    if (month === monthCount - 1)
      expect({ who: life.code, clicks: totals.clicks }).toEqual({ who: life.code, clicks: clicksOf(life) });
  }
}

/** Checks that the amounts paid and pending match the ledger, and that every payout was sent exactly once. */
async function compareMoney(lives: Life[]): Promise<void> {
  for (const life of lives.filter(({ history }) => !history.hasFaultyAddress)) {
    const received = paypal.paidCents(life.history.payoutEmail?.email ?? '');
    const waiting = life.payouts.filter(({ hasFailed }) => !hasFailed);
    const open = await affiliate.servers.sql(
      `select coalesce(sum(amount_cents), 0) as cents from payouts where partner_id = $1 and status = 'open'`,
      [life.partnerId],
    );
    expect(received + Number(open[0]?.cents)).toBe(sum(waiting.map(({ cents }) => cents)));
  }
  const left = paypal.batches().filter(({ status }) => status !== 'DENIED');
  const ids = left.flatMap(({ items }) => items.map((item) => item.sender_item_id));
  expect(new Set(ids).size).toBe(ids.length);
  const [invariant] = await affiliate.servers.sql(`
    select count(*) from commissions where settled_cents <> coalesce((
      select sum(cents) from payout_items join payouts on payouts.id = payout_items.payout_id
      where payout_items.payment_id = commissions.payment_id and payouts.status <> 'failed'), 0)`);
  expect(Number(invariant?.count)).toBe(0);
  const negative = await affiliate.servers.sql('select id from payouts where amount_cents <= 0');
  expect(negative).toEqual([]);
}
