import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneVisitors } from '../src/maintenance/prune-visitors.ts';
import {
  becomePartner,
  browser,
  call,
  dashboardOf,
  publishFact,
  startAffiliate,
  type TestAffiliate,
} from './affiliate.ts';
import type { Partner } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
beforeEach(() => affiliate.setTime('2026-03-15T12:00:00Z'));
afterAll(() => affiliate.close());

const click = (code: string, visitorKey = 'visitor', userAgent = browser, networkKey?: string) =>
  call(affiliate, undefined, 'POST', '/clicks', { code, visitorKey, networkKey, userAgent });

async function clicksOf(partner: Partner): Promise<number> {
  return (await dashboardOf(affiliate, partner)).totals.clicks;
}

describe('a referral click', () => {
  it('counts once per visitor and UTC day, and again on the next day', async () => {
    const partner = await becomePartner(affiliate);
    for (const time of ['00:00:00.000', '12:00:00.000', '23:59:59.999']) {
      affiliate.setTime(`2026-03-15T${time}Z`);
      expect(await click(partner.code)).toMatchObject({ status: 200, body: { isPartner: true } });
    }
    expect(await clicksOf(partner)).toBe(1);
    affiliate.setTime('2026-03-16T00:00:00.000Z');
    await click(partner.code);
    const { days, totals } = await dashboardOf(affiliate, partner);
    expect(totals.clicks).toBe(2);
    expect(days.slice(-2)).toMatchObject([
      { day: '2026-03-15', clicks: 1 },
      { day: '2026-03-16', clicks: 1 },
    ]);
  });

  it('counts once per visitor and per partner', async () => {
    const [one, other] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await click(one.code, 'first');
    await click(one.code, 'second');
    await click(other.code, 'first');
    expect([await clicksOf(one), await clicksOf(other)]).toEqual([2, 1]);
  });

  it('counts once even if a visitor sends it twenty times concurrently', async () => {
    const partner = await becomePartner(affiliate);
    const answers = await Promise.all(Array.from({ length: 20 }, () => click(partner.code)));
    expect(answers.every(({ body }) => body.isPartner)).toBe(true);
    expect(await clicksOf(partner)).toBe(1);
  });

  it('counts for each of twenty concurrent visitors', async () => {
    const partner = await becomePartner(affiliate);
    await Promise.all(Array.from({ length: 20 }, (_, number) => click(partner.code, `visitor ${number}`)));
    expect(await clicksOf(partner)).toBe(20);
  });

  it('counts once per network and day, even with different cookies', async () => {
    const partner = await becomePartner(affiliate);
    const from = (network: string, visitor: string) => click(partner.code, visitor, browser, network);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => from('one', `fresh ${number}`)),
    );
    expect(answers.every(({ body }) => body.isPartner)).toBe(true);
    expect(await clicksOf(partner)).toBe(1);
    const rows = await affiliate.servers.sql(
      'select from click_visitors join partners on partners.id = partner_id where code = $1',
      [partner.code],
    );
    // The table contains one row for the network and one row for the counted visitor. Clicks with other cookies add no
    // rows.
    expect(rows).toHaveLength(2);
    await from('another', 'somebody else');
    expect(await clicksOf(partner)).toBe(2);
    // The click does not count, because the visitor was already counted on another network.
    await from('a third', 'somebody else');
    expect(await clicksOf(partner)).toBe(2);
    affiliate.setTime('2026-03-16T00:00:00.000Z');
    await from('one', 'fresh 1');
    expect(await clicksOf(partner)).toBe(3);
  });

  it('counts once per network and partner', async () => {
    const partners = [await becomePartner(affiliate), await becomePartner(affiliate)];
    for (const { code } of partners) await click(code, 'visitor', browser, 'network');
    for (const partner of partners) expect(await clicksOf(partner)).toBe(1);
  });

  it('counts regardless of the case of the code', async () => {
    const partner = await becomePartner(affiliate);
    expect((await click(partner.code.toLowerCase())).body).toEqual({ isPartner: true });
    await click(` ${partner.code} `);
    expect(await clicksOf(partner)).toBe(1);
  });

  it('counts even if the browser has a very long user agent', async () => {
    const partner = await becomePartner(affiliate);
    expect((await click(partner.code, 'visitor', browser + ' x'.repeat(4_000))).body.isPartner).toBe(true);
    expect(await clicksOf(partner)).toBe(1);
  });

  it.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'Googlebot for smartphones',
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ],
    [
      'Bing',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36',
    ],
    ['a link preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['another link preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['an AI crawler', 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
    [
      'a headless browser',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    ],
    ['curl', 'curl/8.5.0'],
    ['a script', 'python-requests/2.32.3'],
    ['another script', 'Go-http-client/2.0'],
    ['a client without a user agent', ''],
  ])('does not count if it comes from %s', async (_what, userAgent) => {
    const partner = await becomePartner(affiliate);
    expect((await click(partner.code, 'visitor', userAgent)).body).toEqual({ isPartner: false });
    expect(await clicksOf(partner)).toBe(0);
  });

  it('does not count for an unknown code, and is not stored', async () => {
    expect(await click('UNKNOWN22')).toMatchObject({ status: 200, body: { isPartner: false } });
    const rows = await affiliate.servers.sql(
      `select from click_visitors join partners on partners.id = partner_id where code = 'UNKNOWN22'`,
    );
    expect(rows).toEqual([]);
  });

  it('does not count for a former partner', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { accountId } = who;
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    expect((await click(code)).body).toEqual({ isPartner: false });
    const rows = await affiliate.servers.sql(
      'select from click_days join partners on partners.id = partner_id where code = $1',
      [code],
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['code', { code: 'MAYA 222' }],
    ['code', { code: 'MAY' }],
    ['code', { code: 'M'.repeat(21) }],
    ['code', { code: undefined }],
    ['visitorKey', { visitorKey: '' }],
    ['visitorKey', { visitorKey: 'v'.repeat(101) }],
    ['networkKey', { networkKey: 'n'.repeat(101) }],
    ['userAgent', { userAgent: undefined }],
  ])('is rejected if its %s is invalid: %j', async (field, given) => {
    const body = { code: 'MAYA2222', visitorKey: 'visitor', userAgent: browser, ...given };
    const answer = await call(affiliate, undefined, 'POST', '/clicks', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', field } });
  });
});

describe('a visitor record', () => {
  const visitorsOf = ({ code }: Partner) =>
    affiliate.servers.sql(
      'select day, visitor_hash from click_visitors join partners on partners.id = partner_id where code = $1 order by day',
      [code],
    );

  it('contains only a hash that changes daily', async () => {
    const partner = await becomePartner(affiliate);
    const key = 'v1.198.51.100.7-of-a-visitor';
    await click(partner.code, key);
    affiliate.setTime('2026-03-16T12:00:00Z');
    await click(partner.code, key);
    const marks = (await visitorsOf(partner)).map(({ visitor_hash }) => visitor_hash);
    expect(new Set(marks).size).toBe(2);

    const { schema, sql } = affiliate.servers;
    const tables = await sql(
      `select table_name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE'`,
      [schema],
    );
    expect(tables.length).toBeGreaterThan(12);
    for (const { table_name } of tables) {
      const found = await sql(`select from ${table_name} as t where position($1 in t::text) > 0`, [key]);
      expect([table_name, found.length]).toEqual([table_name, 0]);
    }
  });

  it('is deleted after the end of the day, but its clicks are still counted', async () => {
    const partner = await becomePartner(affiliate);
    for (const day of ['14', '15', '16']) {
      affiliate.setTime(`2026-03-${day}T08:00:00Z`);
      await click(partner.code);
    }
    affiliate.setTime('2026-03-16T23:59:59.999Z');
    expect(await pruneVisitors(affiliate.deps)).toBeGreaterThanOrEqual(2);
    expect((await visitorsOf(partner)).map(({ day }) => day)).toEqual(['2026-03-16']);
    await click(partner.code);
    expect(await clicksOf(partner)).toBe(3);
    affiliate.setTime('2026-03-17T00:00:00Z');
    expect(await pruneVisitors(affiliate.deps)).toBeGreaterThanOrEqual(1);
    expect(await pruneVisitors(affiliate.deps)).toBe(0);
    expect(await visitorsOf(partner)).toEqual([]);
    expect(await clicksOf(partner)).toBe(3);
  });
});
