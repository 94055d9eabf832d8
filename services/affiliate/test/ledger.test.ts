import { waitFor } from '@gossamer/testkit/wait';
import type { KyselyPlugin, QueryId } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AffiliateDeps } from '../src/deps.ts';
import { closePeriod } from '../src/payouts/close-period.ts';
import { settlePayout } from '../src/payouts/settle-payout.ts';
import {
  becomePartner,
  newcomer,
  pay,
  publishFact,
  signUp,
  startAffiliate,
  type TestAffiliate,
  takeBack,
} from './affiliate.ts';
import { earn, type Partner, payoutsIn } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
beforeEach(() => affiliate.setTime('2026-03-15T12:00:00Z'));
afterAll(() => affiliate.close());

const deleteAccount = ({ accountId }: { accountId: string }) =>
  publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });

async function referrerOf({ accountId }: { accountId: string }): Promise<unknown> {
  const { sql } = affiliate.servers;
  const [row] = await sql(
    'select code from accounts left join partners on partners.id = partner_id where accounts.account_id = $1',
    [accountId],
  );
  return row?.code;
}

const commissionsOf = ({ code }: Partner) =>
  affiliate.servers.sql(
    `select payment_id, earned_cents from commissions join partners on partners.id = partner_id where code = $1`,
    [code],
  );

describe('an account', () => {
  it('is referred by the partner whose code is in the link, regardless of case', async () => {
    const { code } = await becomePartner(affiliate);
    expect(await referrerOf(await signUp(affiliate, code.toLowerCase()))).toBe(code);
    expect(await referrerOf(await signUp(affiliate, undefined))).toBeNull();
  });

  it('cannot be referred by itself or by a former partner', async () => {
    const partner = await becomePartner(affiliate);
    await signUp(affiliate, partner.code, partner.who);
    expect(await referrerOf(partner.who)).toBeNull();
    await deleteAccount(partner.who);
    expect(await referrerOf(await signUp(affiliate, partner.code))).toBeNull();
  });
});

describe('a payment', () => {
  it('earns nothing if the partner’s own account made it, even if the account referred itself', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { sql } = affiliate.servers;
    await sql(
      `update accounts set partner_id = (select id from partners where code = $2), referred_on = '2026-03-01'
       where account_id = $1`,
      [who.accountId, code],
    );
    await pay(affiliate, who, { cardFingerprint: null });
    expect(await commissionsOf({ who, code })).toEqual([]);
  });

  it('earns nothing after the partner has left, and earlier earnings remain unchanged', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    const before = await pay(affiliate, member);
    await deleteAccount(partner.who);
    await pay(affiliate, member);
    await takeBack(affiliate, before, 900);
    expect(await commissionsOf(partner)).toEqual([{ payment_id: before.paymentId, earned_cents: 225 }]);
  });

  it('earns a commission even if its account was deleted, but its card is not stored', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    await deleteAccount(member);
    await pay(affiliate, member);
    expect(await commissionsOf(partner)).toHaveLength(1);
    const cards = await affiliate.servers.sql('select from account_cards where account_id = $1', [
      member.accountId,
    ]);
    expect(cards).toEqual([]);
  });

  it('earns neither a positive nor a negative commission if its refunds exceed its amount', async () => {
    const partner = await becomePartner(affiliate);
    const payment = await pay(affiliate, await signUp(affiliate, partner.code));
    await takeBack(affiliate, payment, 1_800);
    expect(await commissionsOf(partner)).toEqual([{ payment_id: payment.paymentId, earned_cents: 0 }]);
  });

  it('earns nothing if the commission would be below one cent', async () => {
    const partner = await becomePartner(affiliate);
    await pay(affiliate, await signUp(affiliate, partner.code), { amountCents: 3 });
    expect(await commissionsOf(partner)).toEqual([]);
  });

  it('reduces the next payout if it is found to be a self-referral after its commission was paid', async () => {
    const partner = await becomePartner(affiliate);
    const payment = await earn(affiliate, partner, 2_500);
    await closePeriod(affiliate.deps, '2026-03-01');
    const { cardFingerprint } = payment;
    await pay(affiliate, partner.who, { cardFingerprint });
    expect(await commissionsOf(partner)).toEqual([{ payment_id: payment.paymentId, earned_cents: 0 }]);
    await earn(affiliate, partner, 5_001);
    await closePeriod(affiliate.deps, '2026-04-01');
    const own = (await payoutsIn(affiliate)).filter(({ code }) => code === partner.code);
    expect(own.map(({ cents }) => cents)).toEqual([2_500, 2_501]);
  });
});

describe('concurrent processing', () => {
  it('never deadlocks for partners who referred each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await becomePartner(affiliate), await becomePartner(affiliate)];
      await signUp(affiliate, other.code, one.who);
      await signUp(affiliate, one.code, other.who);
      await Promise.all([one, other, one, other, one, other].map(({ who }) => pay(affiliate, who)));
      expect([await commissionsOf(one), await commissionsOf(other)].map(({ length }) => length)).toEqual([
        3, 3,
      ]);
    }
  });

  it('creates one partner for a member who pays while applying, and detects the self-referral', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = newcomer();
      const cardFingerprint = `card of round ${round}`;
      const [partner] = await Promise.all([
        becomePartner(affiliate, who),
        pay(affiliate, who, { cardFingerprint }),
      ]);
      await pay(affiliate, await signUp(affiliate, partner.code), { cardFingerprint });
      expect(await commissionsOf(partner)).toEqual([]);
    }
  });

  it('loses no commission on a payment that arrives while its account is being stored', async () => {
    const partner = await becomePartner(affiliate);
    const member = newcomer();
    await pay(affiliate, member);
    let paying: { end: Promise<unknown> } | undefined;
    const payNow = async () => {
      paying = await begin(() => pay(affiliate, member));
    };
    // `payNow` runs after the sign-up's transaction has read all payments, and before the transaction commits.
    const deps = after('SelectQueryNode', 'payments', affiliate.deps, payNow);
    await signUp({ ...affiliate, deps }, partner.code, member);
    await paying?.end;
    expect(await commissionsOf(partner)).toHaveLength(2);
  });

  it('adds a payout that is returned during a payout run to the next payout in full or not at all', async () => {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 3_000);
    await closePeriod(affiliate.deps, '2026-03-01');
    const [first] = (await payoutsIn(affiliate)).filter(({ code }) => code === partner.code);
    await earn(affiliate, partner, 4_000);

    let comingBack: { end: Promise<unknown> } | undefined;
    const comeBack = async () => {
      const outcome = { status: 'failed', reason: 'returned' } as const;
      comingBack = await begin(() => settlePayout(affiliate.deps, first?.id ?? '', outcome));
    };
    await closePeriod(after('InsertQueryNode', 'payouts', affiliate.deps, comeBack), '2026-04-01');
    await comingBack?.end;
    const rows = await affiliate.servers.sql(
      `select amount_cents as amount, (select sum(cents)::int from payout_items where payout_id = payouts.id) as items
       from payouts join partners on partners.id = partner_id where code = $1 order by period`,
      [partner.code],
    );
    expect(rows).toEqual([
      { amount: 3_000, items: 3_000 },
      { amount: 4_000, items: 4_000 },
    ]);
    await closePeriod(affiliate.deps, '2026-05-01');
    const own = (await payoutsIn(affiliate)).filter(({ code }) => code === partner.code);
    expect(own.map(({ cents }) => cents)).toEqual([3_000, 4_000, 3_000]);
  });
});

/** Returns dependencies that run `work` once, after the first INSERT or SELECT on the given table. */
function after(
  kind: 'InsertQueryNode' | 'SelectQueryNode',
  table: string,
  deps: AffiliateDeps,
  work: () => Promise<void>,
): AffiliateDeps {
  let awaited: QueryId | undefined;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (
        node.kind === kind &&
        JSON.stringify(node).includes(`{"kind":"IdentifierNode","name":"${table}"}`)
      ) {
        awaited ??= queryId;
      }
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId === awaited) await work();
      return result;
    },
  };
  return { ...deps, db: deps.db.withPlugin(plugin) };
}

/**
 * Starts `work` and waits until it has completed or waits for a database lock. `end` resolves when it has completed.
 */
async function begin(work: () => Promise<unknown>): Promise<{ end: Promise<unknown> }> {
  let hasEnded = false;
  const end = work().then(() => {
    hasEnded = true;
  });
  await waitFor('it to end or to wait', async () => hasEnded || (await isWaiting()));
  return { end };
}

/** Returns whether any database connection of this test is waiting for a lock. */
async function isWaiting(): Promise<boolean> {
  const rows = await affiliate.servers.sql(
    `select from pg_locks waiting where not granted and pid in (
       select pid from pg_locks join pg_class on pg_class.oid = relation where relnamespace = $1::regnamespace)`,
    [affiliate.servers.schema],
  );
  return rows.length > 0;
}
