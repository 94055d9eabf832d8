import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, newcomer, post, rightPassword, roomy, signUp, userOf } from '../accounts/people.ts';
import { type Browser, browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { half, incomplete, refusal, sellingBy, startBilling, type TestBilling } from './billing-server.ts';

let billing: TestBilling;
let gateway: TestGateway;

beforeAll(async () => {
  billing = await startBilling();
  gateway = await startGateway({ ...roomy, ...sellingBy(billing) });
  return async () => {
    await gateway.close();
    await billing.close();
  };
});

afterEach(async () => {
  billing.reset();
  gateway.deps.clock = () => new Date();
  await gateway.servers.sql('truncate counters');
});

const path = '/api/create-anonymous-subscription';
const subscribe = (who: Browser, body: object) => post(who, path, body);
const isThere = async (email: string) => (await accountIdOf(gateway, email)) !== 'undefined';
const paths = () => billing.calls.map((call) => call.path);

describe('a visitor who subscribes', () => {
  // Spec: 3.45, 7.38, 7.40
  it('gets an account, a session and a subscription from one form', async () => {
    const who = browser(gateway);
    const form = newcomer({ preferredLanguage: 'fr' });
    const response = await subscribe(who, form);
    expect([response.status, await response.json()]).toEqual([200, incomplete]);
    expect(await userOf(who)).toMatchObject({ email: form.email, preferredLanguage: 'fr', isPremium: false });
    expect(paths()).toEqual(['/subscriptions']);
    expect(billing.last().who).toMatchObject({
      accountId: await accountIdOf(gateway, form.email),
      language: 'fr',
    });
  });

  // Spec: 3.46
  it('has Pro immediately if the promo code makes the subscription free', async () => {
    const who = browser(gateway);
    const free = { ...incomplete, status: 'active', plan: 'pro', planVersion: 1, promotion: half };
    billing.play('POST /subscriptions', { status: 200, body: free });
    await subscribe(who, newcomer({ promoCode: half.code }));
    expect(await userOf(who)).toMatchObject({ isPremium: true });
    expect(paths()).toEqual(['/promotions', '/subscriptions']);
    expect(billing.last().body).toEqual({ promoCode: half.code });
  });

  it('keeps the compressions made before the subscription', async () => {
    const who = browser(gateway);
    await who('/api/compressions');
    await subscribe(who, newcomer());
    expect(await gateway.servers.sql('select 1 from visitor_links')).not.toHaveLength(0);
  });

  it('gets no account if the promo code is invalid', async () => {
    const who = browser(gateway);
    const form = newcomer({ promoCode: 'NOPE' });
    const response = await subscribe(who, form);
    expect([response.status, (await json(response)).code]).toEqual([422, 'promo_code_not_found']);
    expect([await isThere(form.email), await userOf(who)]).toEqual([false, undefined]);
    expect(paths()).toEqual(['/promotions']);
  });

  // Spec: 3.45, 5.11, 7.41
  it.each([
    [{ promoCode: 'two words' }, 'invalid_promo_code', 'promoCode'],
    [{ firstName: 'A' }, 'invalid_name', 'firstName'],
    [{ email: 'nowhere' }, 'invalid_email', 'email'],
    [{ password: 'short' }, 'invalid_password', 'password'],
    [{ preferredLanguage: 'xx' }, 'invalid_language', 'preferredLanguage'],
  ])('gets an error that identifies the invalid field for %j', async (wrong, code, field) => {
    const response = await subscribe(browser(gateway), newcomer(wrong));
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code, field });
    expect(billing.calls).toEqual([]);
  });

  it.each([
    ['is unavailable', 'unavailable' as const],
    ['has no payment provider', refusal('payments_not_configured')],
    ['rejects the payment', refusal('payment_failed')],
  ])('has an account even if billing %s, and can continue as a member', async (_, how) => {
    const who = browser(gateway);
    const form = newcomer();
    billing.play('POST /subscriptions', how);
    expect((await subscribe(who, form)).ok).toBe(false);
    expect(await userOf(who)).toMatchObject({ email: form.email });
    billing.reset();
    expect((await post(who, '/api/create-subscription', {})).status).toBe(200);
    // Submit the same form again, once with and once without the session cookie.
    expect((await subscribe(who, form)).status).toBe(200);
    expect((await subscribe(browser(gateway), form)).status).toBe(200);
    const ids = billing.calls.map((call) => call.who?.accountId);
    expect(new Set(ids)).toEqual(new Set([await accountIdOf(gateway, form.email)]));
  });

  it('is subject to the sign-up limit per IP address', async () => {
    const strict = await startGateway({ ...sellingBy(billing), GATEWAY_ADDRESS_SIGNUPS: '2' });
    const wrongCode = newcomer({ promoCode: 'NOPE' });
    const statuses = [];
    for (const form of [newcomer(), wrongCode, newcomer()]) {
      statuses.push((await post(browser(strict), path, form)).status);
    }
    expect(statuses).toEqual([200, 422, 429]);
    expect(await strict.servers.sql('select 1 from accounts')).toHaveLength(1);
    await strict.close();
  });
});

describe('a subscription with the email address of an existing account', () => {
  it('logs the visitor in if the password is correct', async () => {
    const { email, accountId } = await signUp(gateway, { firstName: 'Grace' });
    const who = browser(gateway);
    const response = await subscribe(who, newcomer({ email: email.toUpperCase(), password: rightPassword }));
    expect(response.status).toBe(200);
    // The account fields other than the email address and the password are ignored, because the account already exists.
    expect(await userOf(who)).toMatchObject({ firstName: 'Grace', email });
    expect(billing.last().who).toMatchObject({ accountId, firstName: 'Grace' });
  });

  it('is rejected if the password is wrong', async () => {
    const { email } = await signUp(gateway);
    const who = browser(gateway);
    const response = await subscribe(who, newcomer({ email, password: 'a guess' }));
    expect(response.status).toBe(409);
    expect(await json(response)).toMatchObject({ code: 'email_taken', field: 'email' });
    expect([await userOf(who), paths()]).toEqual([undefined, []]);
  });

  it('shares the limit of twenty password attempts with login', async () => {
    const noon = new Date('2026-11-21T12:00:00Z');
    gateway.deps.clock = () => noon;
    const { email } = await signUp(gateway);
    const guess = newcomer({ email, password: 'a guess' });
    for (let times = 0; times < 15; times += 1) {
      expect((await subscribe(browser(gateway), guess)).status).toBe(409);
    }
    for (let times = 0; times < 5; times += 1) {
      expect((await post(browser(gateway), '/api/auth/login', guess)).status).toBe(401);
    }
    const response = await subscribe(browser(gateway), { ...guess, password: rightPassword });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await json(response)).code).toBe('too_many_attempts');
  });

  it('counts toward the login limit of the IP address', async () => {
    const strict = await startGateway({ ...sellingBy(billing), GATEWAY_ADDRESS_LOGINS: '1' });
    const { email } = await signUp(strict);
    const again = () => post(browser(strict), path, newcomer({ email, password: rightPassword }));
    expect([(await again()).status, (await again()).status]).toEqual([200, 429]);
    await strict.close();
  });
});
