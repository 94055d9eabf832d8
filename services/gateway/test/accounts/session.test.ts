import { beforeAll, describe, expect, it } from 'vitest';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { accountIdOf, logIn, newcomer, post, rightPassword, roomy, signUp, userOf } from './people.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

describe('sign-up', () => {
  // Spec: 3.1, 3.2, 3.3, 3.5, 3.6, 7.4
  it('creates an account and a session, notifies the other services and queues an email', async () => {
    const who = browser(gateway);
    const body = newcomer({ firstName: '  Zoë ', preferredLanguage: 'de' });
    const response = await post(who, '/api/auth/signup', body);
    expect(response.status).toBe(201);
    const user = {
      firstName: 'Zoë',
      lastName: 'Lovelace',
      email: body.email,
      isPremium: false,
      profileImageUrl: null,
      preferredLanguage: 'de',
      isEmailVerified: false,
      countsDeviceResults: false,
    };
    expect(await response.json()).toEqual(user);
    expect(await userOf(who)).toEqual(user);

    const accountId = await accountIdOf(gateway, body.email);
    const facts = await gateway.servers.sql('select name, version, payload from outbox where key = $1', [
      accountId,
    ]);
    expect(facts).toEqual([
      { name: 'account.created', version: 1, payload: { accountId, email: body.email } },
    ]);
    const mails = await gateway.servers.sql(
      'select kind, email, first_name, language from mails where account_id = $1',
      [accountId],
    );
    expect(mails).toEqual([{ kind: 'verify', email: body.email, first_name: 'Zoë', language: 'de' }]);
    const [account] = await gateway.servers.sql('select password_hash from accounts where id = $1', [
      accountId,
    ]);
    expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  });

  // Spec: 7.12
  it('accepts an email address only once, regardless of case', async () => {
    const { email } = await signUp(gateway);
    const response = await post(
      browser(gateway),
      '/api/auth/signup',
      newcomer({ email: email.toUpperCase() }),
    );
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'email_taken', field: 'email' });
  });

  it('creates one account for ten concurrent requests with the same address', async () => {
    const body = newcomer();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(browser(gateway), '/api/auth/signup', body)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const accounts = await gateway.servers.sql('select id from accounts where email = $1', [body.email]);
    const mails = await gateway.servers.sql('select id from mails where email = $1', [body.email]);
    expect([accounts.length, mails.length]).toEqual([1, 1]);
  });

  it('ignores fields that clients must not set', async () => {
    const more = { plan: 'pro', isPremium: true, id: 'mine', emailVerifiedAt: '2020-01-01', email_key: 'x' };
    const member = await signUp(gateway, more);
    expect(member.accountId).toMatch(/^[0-9a-z]{32}$/);
    expect(await userOf(member.browser)).toMatchObject({ isPremium: false, isEmailVerified: false });
    const names = { firstName: 'Grace', lastName: 'Hopper', ...more, email: 'other@example.com' };
    const response = await member.browser('/api/auth/user', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(names),
    });
    expect(response.status).toBe(200);
    expect(await userOf(member.browser)).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: member.email,
      isPremium: false,
      isEmailVerified: false,
    });
  });
});

describe('login', () => {
  // Spec: 4.2
  it('creates a new session each time and ends the browser’s previous session', async () => {
    const { email, browser: first } = await signUp(gateway);
    const before = first.cookies.get('session');
    const response = await post(first, '/api/auth/login', { email, password: rightPassword });
    expect(response.status).toBe(200);
    expect(first.cookies.get('session')).not.toBe(before);
    const [, payload = ''] = String(first.cookies.get('session')).split('.');
    // The session id consists of 160 random bits, encoded as 32 characters.
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).jti).toMatch(/^[0-9a-z]{32}$/);
    const old = browser(gateway);
    old.cookies.set('session', String(before));
    expect(await userOf(old)).toBeUndefined();
    expect(await userOf(first)).toMatchObject({ email });
  });

  // Spec: 7.9
  it('returns identical responses for a wrong password and an unknown address', async () => {
    const { email } = await signUp(gateway);
    const texts = await Promise.all(
      [email, 'nobody@example.com'].map(async (address) => {
        const response = await post(browser(gateway), '/api/auth/login', {
          email: address,
          password: 'wrong password',
        });
        expect(response.status).toBe(401);
        const names = [...response.headers.keys()].sort();
        return (await response.text()).replace(/"requestId":"\w+"/, '') + names;
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('"message":"Invalid email or password."');
  });
});

describe('logout', () => {
  // Spec: 7.13
  it('ends the session for every copy of the cookie, and the browser becomes a new visitor', async () => {
    const { browser: who } = await signUp(gateway);
    const copy = browser(gateway);
    for (const [name, value] of who.cookies) copy.cookies.set(name, value);
    const response = await who('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
    expect(who.cookies.has('session')).toBe(false);
    expect(who.cookies.get('visitor')).toBeTruthy();
    expect(who.cookies.get('visitor')).not.toBe(copy.cookies.get('visitor'));
    expect(await userOf(copy)).toBeUndefined();
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' },
  ])('has no effect with the request headers %j', async (headers) => {
    const { browser: who } = await signUp(gateway);
    const response = await who('/api/auth/logout', { headers: headers as Record<string, string> });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    expect(await userOf(who)).toBeDefined();
  });

  it('does not end the sessions of other browsers', async () => {
    const { browser: one, email } = await signUp(gateway);
    const other = await logIn(gateway, email);
    await one('/api/auth/logout');
    expect(await userOf(one)).toBeUndefined();
    expect(await userOf(other)).toMatchObject({ email });
  });
});

describe('GET /api/auth/user', () => {
  // Spec: 4.1, 7.5
  it('returns 401 to a visitor and is never cached', async () => {
    const visitor = await browser(gateway)('/api/auth/user');
    expect(visitor.status).toBe(401);
    const member = await (await signUp(gateway)).browser('/api/auth/user');
    for (const response of [visitor, member]) expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
