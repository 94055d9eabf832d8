import { createHmac } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, newcomer, post, rightPassword, roomy, signUp } from '../accounts/people.ts';
import { refusal, sellingBy, startBilling, type TestBilling } from '../billing/billing-server.ts';
import { type Browser, browser, startGateway, type TestGateway } from '../gateway.ts';
import { code, partneredBy, startAffiliate, type TestAffiliate } from './affiliate-server.ts';

let affiliate: TestAffiliate;
let billing: TestBilling;
let gateway: TestGateway;

beforeAll(async () => {
  affiliate = await startAffiliate();
  billing = await startBilling();
  gateway = await startGateway({ ...roomy, ...partneredBy(affiliate), ...sellingBy(billing) });
  return async () => {
    await gateway.close();
    await affiliate.close();
    await billing.close();
  };
});

afterEach(async () => {
  affiliate.reset();
  billing.reset();
  gateway.deps.clock = () => new Date();
  await gateway.servers.sql('truncate counters');
});

/** Returns a browser that has followed a partner's referral link. */
async function referred(who: Browser = browser(gateway)): Promise<Browser> {
  await post(who, '/api/affiliate/track', { code, source: 'landing_page' });
  expect(who.cookies.has('referral')).toBe(true);
  return who;
}

/** Returns the fact that the gateway has published about a new account, or undefined if there is none. */
async function publishedFact(email: string): Promise<unknown> {
  const rows = await gateway.servers.sql(
    "select payload from outbox where name = 'account.created' and key = $1",
    [await accountIdOf(gateway, email)],
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.payload;
}

const factOf = async (email: string, referralCode?: string) => ({
  accountId: await accountIdOf(gateway, email),
  email,
  ...(referralCode !== undefined && { referralCode }),
});

const entrances = [
  ['a sign-up', '/api/auth/signup', 201],
  ['an anonymous checkout', '/api/create-anonymous-subscription', 200],
] as const;

describe.each(entrances)('%s', (_, path, status) => {
  it('is attributed once to the partner whose link was followed first', async () => {
    const who = await referred();
    affiliate.play('POST /clicks', { status: 200, body: { isPartner: true } });
    await post(who, '/api/affiliate/track', { code: 'LATER99', source: 'landing_page' });
    const form = newcomer();
    expect((await post(who, path, form)).status).toBe(status);
    expect(await publishedFact(form.email)).toEqual(await factOf(form.email, code));
    expect(who.cookies.has('referral')).toBe(false);
    await who('/api/auth/logout');
    const second = newcomer();
    expect((await post(who, path, second)).status).toBe(status);
    expect(await publishedFact(second.email)).toEqual(await factOf(second.email));
  });

  it('is not attributed without a click, and changes no referral cookie', async () => {
    const form = newcomer();
    const response = await post(browser(gateway), path, form);
    expect(await publishedFact(form.email)).toEqual(await factOf(form.email));
    expect(response.headers.getSetCookie().some((line) => line.startsWith('referral'))).toBe(false);
  });

  it('is attributed only within thirty days of the click, even if the browser keeps the cookie longer', async () => {
    for (const [days, expected] of [
      [29.9, code],
      [30.1, undefined],
    ] as const) {
      gateway.deps.clock = () => new Date();
      const who = await referred();
      gateway.deps.clock = () => new Date(Date.now() + days * 24 * 3_600_000);
      const form = newcomer();
      expect((await post(who, path, form)).status).toBe(status);
      expect(await publishedFact(form.email)).toEqual(await factOf(form.email, expected));
    }
  });

  it('keeps the referral cookie for a retry if the request is rejected', async () => {
    const who = await referred();
    expect((await post(who, path, newcomer({ password: 'short' }))).status).toBe(400);
    const { email } = await signUp(gateway);
    expect((await post(who, path, newcomer({ email, password: 'a guess' }))).status).toBe(409);
    expect(who.cookies.has('referral')).toBe(true);
  });

  it('ignores a referral cookie without a valid signature', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const signedAs = (key: string, value: string) =>
      `${value}.${createHmac('sha256', key).update(value).digest('base64').replace(/=+$/, '')}`;
    const mine = (await referred()).cookies.get('referral') ?? '';
    const visitorId = (await referred()).cookies.get('visitor') ?? '';
    const forgeries = [
      // The first two forged cookies are signed: one with the key of the visitor cookie, the other with a guessed key.
      signedAs(gateway.deps.config.secret, `EVIL666.${now}`),
      signedAs('a guess', `EVIL666.${now}`),
      ...[`EVIL666.${now}`, `EVIL666.${now}.`, mine.replace(code, 'EVIL666'), mine.replace(/\.\d/, '.9')],
      ...[visitorId, mine.slice(0, -1), '', '.', 'x'.repeat(4_000)],
    ];
    for (const forged of forgeries) {
      const who = browser(gateway);
      who.cookies.set('referral', forged);
      const form = newcomer();
      expect((await post(who, path, form)).status).toBe(status);
      expect(await publishedFact(form.email), forged).toEqual(await factOf(form.email));
    }
  });
});

describe('login', () => {
  it('does not attribute a referral, and keeps the referral cookie', async () => {
    const { email } = await signUp(gateway);
    const who = await referred();
    expect((await post(who, '/api/auth/login', { email, password: rightPassword })).status).toBe(200);
    expect(await publishedFact(email)).toEqual(await factOf(email));
    expect(who.cookies.has('referral')).toBe(true);
  });

  it('does not attribute a referral even through the checkout form', async () => {
    const { email } = await signUp(gateway);
    const who = await referred();
    const form = newcomer({ email, password: rightPassword });
    expect((await post(who, '/api/create-anonymous-subscription', form)).status).toBe(200);
    expect(await publishedFact(email)).toEqual(await factOf(email));
    expect(who.cookies.has('referral')).toBe(true);
  });
});

it('a new account is attributed to a partner even if billing rejects the checkout', async () => {
  const who = await referred();
  const form = newcomer();
  billing.play('POST /subscriptions', refusal('payment_failed'));
  expect((await post(who, '/api/create-anonymous-subscription', form)).status).toBe(402);
  expect(await publishedFact(form.email)).toEqual(await factOf(form.email, code));
  expect(who.cookies.has('referral')).toBe(false);
});

it('a visitor cookie with the signature of a referral cookie is rejected', async () => {
  const mine = (await referred()).cookies.get('referral') ?? '';
  const who = browser(gateway);
  who.cookies.set('visitor', mine);
  await who('/api/stats');
  expect(who.cookies.get('visitor')).not.toBe(mine);
});
