import { affiliateCommissions } from '@gossamer/contracts/affiliate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  becomePartner,
  call,
  pay,
  signUp,
  startAffiliate,
  type TestAffiliate,
  takeBack,
} from './affiliate.ts';
import type { Partner } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
beforeEach(() => affiliate.setTime('2026-03-15T12:00:00Z'));
afterAll(() => affiliate.close());

/**
 * Inserts commissions for a partner. Up to three commissions have the same time. `idOf` is an SQL expression that
 * computes a payment id from `n`, the number of the commission.
 */
async function insertCommissions(
  { code }: Partner,
  count: number,
  idOf = `$1 || '_' || lpad(n::text, 6, '0')`,
): Promise<void> {
  const { sql } = affiliate.servers;
  const accountId = `payer of ${code}`;
  await sql('insert into accounts (account_id) values ($1)', [accountId]);
  await sql(
    `with paid as (
       insert into payments (payment_id, account_id, amount_cents, refunded_cents, currency, paid_at)
       select ${idOf}, $2, 900, 0, 'usd', timestamptz '2026-01-01T00:00:00Z' + make_interval(secs => n / 3)
       from generate_series(1, $3::int) n returning *
     )
     insert into commissions (payment_id, partner_id, account_id, commission_cents, earned_cents, paid_at, held_until)
     select payment_id, (select id from partners where code = $1), account_id, 225, 225, paid_at,
       paid_at + interval '30 days' from paid`,
    [code, accountId, count],
  );
}

interface Page {
  commissions: { id: string; paidAt: string }[];
  nextCursor: string | null;
}

async function pageOf({ who, code }: Partner, cursor?: string | null): Promise<Page> {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
  const { status, body } = await call(affiliate, who, 'GET', `/dashboards/${code}/commissions${query}`);
  expect(status).toBe(200);
  return body;
}

async function allPages(partner: Partner): Promise<Page[]> {
  const pages = [await pageOf(partner)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await pageOf(partner, cursor));
  }
  return pages;
}

describe('the commissions on the dashboard', () => {
  it('are returned in pages of fifty, newest first, without duplicates or gaps', async () => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(await becomePartner(affiliate), 5);
    await insertCommissions(partner, 120);
    const pages = await allPages(partner);
    expect(affiliateCommissions.parse(pages[0])).toEqual(pages[0]);
    expect(pages.map(({ commissions }) => commissions.length)).toEqual([50, 50, 20]);
    const ids = pages.flatMap(({ commissions }) => commissions.map(({ id }) => id));
    const newestFirst = Array.from(
      { length: 120 },
      (_, index) => `${partner.code}_${String(120 - index).padStart(6, '0')}`,
    );
    expect(ids).toEqual(newestFirst);
  });

  it('are not repeated on the next page if new commissions are added in between', async () => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(partner, 51);
    const first = await pageOf(partner);
    await pay(affiliate, await signUp(affiliate, partner.code));
    const second = await pageOf(partner, first.nextCursor);
    expect(second.commissions.map(({ id }) => id)).toEqual([`${partner.code}_000001`]);
  });

  it.each([49, 50, 100])('have no next cursor on the last page (%d in total)', async (count) => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(partner, count);
    const pages = await allPages(partner);
    expect(pages).toHaveLength(Math.ceil(count / 50));
    expect(pages.flatMap(({ commissions }) => commissions)).toHaveLength(count);
  });

  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    'junk',
    '%%%',
    '🙂',
    'x'.repeat(5_000),
    cursorOf(''),
    cursorOf('in_1'),
    cursorOf('12x in_1'),
    cursorOf('-1 in_1'),
    cursorOf('9999999999999999 in_1'),
    cursorOf('1767225600000 '),
    cursorOf(`1767225600000 ${'x'.repeat(101)}`),
    cursorOf('1767225600000 in_\0'),
    cursorOf("1767225600000' or 1=1"),
  ])('are listed from the beginning if the cursor is invalid: %j', async (cursor) => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(partner, 3);
    expect(await pageOf(partner, cursor)).toEqual(await pageOf(partner));
  });

  it.each([cursorOf('999999999999999 in_1'), cursorOf("1999999999999 ') or 1=1 --"), cursorOf('0 in_1')])(
    'continue after the cursor %j, which matches no commission',
    async (cursor) => {
      const partner = await becomePartner(affiliate);
      await insertCommissions(partner, 3);
      const { commissions } = await pageOf(partner, cursor);
      expect(commissions).toHaveLength(cursor === cursorOf('0 in_1') ? 0 : 3);
    },
  );

  it('label a member’s first payment as a subscription, and later payments as renewals', async () => {
    const partner = await becomePartner(affiliate);
    for (let count = 0; count < 2; count += 1) {
      const member = await signUp(affiliate, partner.code);
      for (const month of ['03', '01', '02']) {
        await pay(affiliate, member, { paidAt: `2026-${month}-01T00:00:00.000Z` });
      }
    }
    const { body } = await call(affiliate, partner.who, 'GET', `/dashboards/${partner.code}/commissions`);
    expect(body.commissions.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['renewal', 'renewal', 'renewal', 'renewal', 'subscription', 'subscription'],
    ]);
  });

  it('contain the paid and refunded amounts, but no personal data of members', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    const payment = await pay(affiliate, member, { paidAt: '2026-03-10T08:00:00.000Z' });
    await takeBack(affiliate, payment, 300);
    const { body, text } = await call(
      affiliate,
      partner.who,
      'GET',
      `/dashboards/${partner.code}/commissions`,
    );
    expect(body).toEqual({
      commissions: [
        {
          id: payment.paymentId,
          paidAt: '2026-03-10T08:00:00.000Z',
          kind: 'subscription',
          paymentCents: 900,
          refundedCents: 300,
          commissionCents: 225,
          earnedCents: 150,
          status: 'held',
          heldUntil: '2026-04-09T08:00:00.000Z',
        },
      ],
      nextCursor: null,
    });
    for (const secret of [member.email, member.accountId, `card of ${member.accountId}`]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the CSV export of commissions', () => {
  const heading =
    'Date (UTC),Payment,Kind,Paid (USD),Refunded (USD),Commission (USD),Earned (USD),Status,Held until (UTC)';
  const fileOf = async ({ who, code }: Partner) => {
    const answer = await call(affiliate, who, 'GET', `/dashboards/${code}/commissions.csv`);
    expect(answer.status).toBe(200);
    return answer.text;
  };

  it('has a header, one row per commission in dollars, and the line endings of RFC 4180', async () => {
    const partner = await becomePartner(affiliate);
    expect(await fileOf(partner)).toBe(`${heading}\r\n`);
    const member = await signUp(affiliate, partner.code);
    const payment = await pay(affiliate, member, { amountCents: 905, paidAt: '2026-03-10T08:00:00.000Z' });
    await takeBack(affiliate, payment, 5);
    expect(await fileOf(partner)).toBe(
      `${heading}\r\n2026-03-10T08:00:00.000Z,${payment.paymentId},subscription,9.05,0.05,2.26,2.25,held,2026-04-09T08:00:00.000Z\r\n`,
    );
  });

  it('contains every commission, newest first, even if there are many', async () => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(partner, 2_100);
    const lines = (await fileOf(partner)).split('\r\n');
    expect([lines[0], lines.at(-1), lines.length]).toEqual([heading, '', 2_102]);
    const ids = lines.slice(1, -1).map((line) => line.split(',')[1]);
    expect(ids).toEqual(
      Array.from(
        { length: 2_100 },
        (_, index) => `${partner.code}_${String(2_100 - index).padStart(6, '0')}`,
      ),
    );
  });

  it('contains no cell that a spreadsheet would evaluate, and quotes special characters', async () => {
    const partner = await becomePartner(affiliate);
    await insertCommissions(
      partner,
      7,
      `(array['=cmd|calc!A1', '+1', '-1', '@sum(1)', E'\\tx', E'\\rx', 'a,"b"' || E'\\n'])[n] || $1`,
    );
    const file = await fileOf(partner);
    expect(file).toContain(`"a,""b""\n${partner.code}"`);
    const cells = file.split(/,|\r\n/).map((cell) => cell.replace(/^"/, ''));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(file).toContain("'=cmd|calc!A1");
  });

  it('has the content type of CSV', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { identityHeader, signIdentity } = await import('@gossamer/service-kit/identity');
    const { identitySecret } = await import('./affiliate.ts');
    const response = await fetch(`${affiliate.url}/dashboards/${code}/commissions.csv`, {
      headers: { [identityHeader]: signIdentity(who, 'affiliate', identitySecret) },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    await response.text();
  });
});
