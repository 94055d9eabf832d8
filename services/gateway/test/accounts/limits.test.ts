import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailTokenHash } from '../../src/http/identity/mail-token-hash.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { logIn, newcomer, post, rightPassword, send, signUp } from './people.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

afterEach(async () => {
  gateway.deps.clock = () => new Date();
  await gateway.servers.sql('truncate counters');
});

/**
 * A time at which the rate limit windows of 15 minutes, one hour and 12 hours all start, so that none of them ends
 * during a test.
 */
const noon = new Date('2026-11-21T12:00:00Z').getTime();
const at = (minutes: number) => {
  gateway.deps.clock = () => new Date(noon + minutes * 60_000);
};

const login = (email: string, password: string) =>
  post(browser(gateway), '/api/auth/login', { email, password });

async function expectTooMany(response: Response, minutes: number): Promise<void> {
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe(String(minutes * 60));
  expect(await response.json()).toMatchObject({
    code: 'too_many_attempts',
    message: `Too many attempts. Try again in ${minutes} min.`,
    details: { retryAfterMinutes: minutes },
  });
}

/** Sends login attempts concurrently, because the limit must also apply to concurrent requests. */
const guesses = (count: number, email: string) =>
  Promise.all(Array.from({ length: count }, async () => (await login(email, 'wrong password')).status));

describe('password guessing', () => {
  it('is blocked after twenty attempts in fifteen minutes; then even the correct password is rejected', async () => {
    at(5);
    const { email } = await signUp(gateway);
    const statuses = await guesses(25, email.toUpperCase());
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    await expectTooMany(await login(email, rightPassword), 10);
    at(15);
    expect((await login(email, rightPassword)).status).toBe(200);
  });

  it('is limited for an unknown account in the same way as for an existing account', async () => {
    at(0);
    const statuses = await guesses(22, 'nobody@example.com');
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is limited without counting logins with the correct password', async () => {
    at(0);
    const { email } = await signUp(gateway);
    for (let times = 0; times < 25; times += 1) await logIn(gateway, email);
  });

  it('is limited to twenty attempts within a session', async () => {
    at(0);
    const { browser: who, email } = await signUp(gateway);
    const tries: [string, string, Record<string, string>][] = [
      ['POST', 'change-password', { newPassword: 'long enough' }],
      ['POST', 'change-email', { email: 'new@example.com' }],
      ['DELETE', 'user', {}],
    ];
    for (const [method, path, body] of tries) {
      for (let times = 0; times < 6; times += 1) {
        const response = await send(who, method, `/api/auth/${path}`, { ...body, currentPassword: 'guess' });
        expect(response.status).toBe(403);
      }
    }
    const deleteWith = (currentPassword: string) =>
      send(who, 'DELETE', '/api/auth/user', { currentPassword });
    expect([(await deleteWith('guess')).status, (await deleteWith('guess')).status]).toEqual([403, 403]);
    await expectTooMany(await deleteWith(rightPassword), 15);
    // Failed logins are counted separately from wrong passwords entered within a session.
    expect((await login(email, rightPassword)).status).toBe(200);
  });

  describe('by another person', () => {
    /** Creates an account with a session, and uses up its login attempts from other browsers. */
    async function underAttack() {
      at(0);
      const owner = await signUp(gateway);
      await guesses(21, owner.email);
      await expectTooMany(await login(owner.email, rightPassword), 15);
      return owner;
    }
    const credentials = ({ email }: { email: string }) => ({ email, password: rightPassword });

    it('does not prevent the owner from logging in with a known browser', async () => {
      const owner = await underAttack();
      await owner.browser('/api/auth/logout');
      expect((await post(owner.browser, '/api/auth/login', credentials(owner))).status).toBe(200);
    });

    it('does not prevent a logged-in owner from changing the password or deleting the account', async () => {
      const owner = await underAttack();
      const change = { currentPassword: rightPassword, newPassword: 'another password' };
      expect((await post(owner.browser, '/api/auth/change-password', change)).status).toBe(204);
      const body = { currentPassword: 'another password' };
      expect((await send(owner.browser, 'DELETE', '/api/auth/user', body)).status).toBe(204);
    });

    it('does not lock out an owner who resets the password through an emailed link', async () => {
      const owner = await underAttack();
      await gateway.servers.sql(
        `insert into mail_tokens values ($1, $2, 'reset', $3, now() + interval '1 year')`,
        [mailTokenHash('r'.repeat(32)), owner.accountId, owner.email],
      );
      const who = browser(gateway);
      const reset = { token: 'r'.repeat(32), password: 'another password' };
      expect((await post(who, '/api/auth/reset-password', reset)).status).toBe(204);
      await guesses(21, owner.email);
      const again = { email: owner.email, password: 'another password' };
      expect((await post(who, '/api/auth/login', again)).status).toBe(200);
    });

    it('has the same limit with a foreign, an altered or an outdated known-browser cookie', async () => {
      const owner = await underAttack();
      const other = (await signUp(gateway)).browser;
      const altered = browser(gateway);
      altered.cookies.set(
        'known',
        `${owner.browser.cookies.get('known')}`.replace(/.$/, (end) => (end === 'A' ? 'E' : 'A')),
      );
      const old = browser(gateway);
      old.cookies.set('known', `${owner.browser.cookies.get('known')}`);
      const change = { currentPassword: rightPassword, newPassword: rightPassword };
      expect((await post(owner.browser, '/api/auth/change-password', change)).status).toBe(204);
      for (const who of [other, altered, old])
        await expectTooMany(await post(who, '/api/auth/login', credentials(owner)), 15);
      await owner.browser('/api/auth/logout');
      expect((await post(owner.browser, '/api/auth/login', credentials(owner))).status).toBe(200);
    });

    it('is limited to twenty attempts in a known browser, counted separately from those in other browsers', async () => {
      const owner = await underAttack();
      const home = owner.browser;
      await home('/api/auth/logout');
      const guess = () => post(home, '/api/auth/login', { email: owner.email, password: 'guess' });
      const statuses = await Promise.all(Array.from({ length: 22 }, async () => (await guess()).status));
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      await expectTooMany(await post(home, '/api/auth/login', credentials(owner)), 15);
      at(15);
      expect((await login(owner.email, rightPassword)).status).toBe(200);
    });
  });

  it('is counted separately for each account in a browser known to several accounts', async () => {
    at(0);
    const who = browser(gateway);
    const owners = [];
    for (let times = 0; times < 6; times += 1) owners.push(await signUp(gateway, {}, who));
    for (const { email } of owners.slice(-5)) {
      await guesses(21, email);
      await gateway.servers.sql("delete from counters where subject like 'address:%'");
      expect((await post(who, '/api/auth/login', { email, password: rightPassword })).status).toBe(200);
    }
    expect(who.cookies.get('known')?.split('~')).toHaveLength(5);
  });

  it('is limited to sixty attempts per IP address across all accounts', async () => {
    at(0);
    const addresses = Array.from({ length: 65 }, (_, index) => `someone${index}@example.com`);
    const statuses: number[] = [];
    for (const email of addresses) statuses.push((await login(email, 'wrong password')).status);
    expect(statuses).toEqual([...Array(60).fill(401), ...Array(5).fill(429)]);
    await expectTooMany(await login('more@example.com', 'wrong password'), 15);
  });
});

describe('an IP address', () => {
  it('is limited to twenty sign-ups an hour, not counting invalid forms', async () => {
    at(0);
    for (let times = 0; times < 30; times += 1) {
      await post(browser(gateway), '/api/auth/signup', newcomer({ password: 'short' }));
    }
    for (let times = 0; times < 20; times += 1) await signUp(gateway);
    await expectTooMany(await post(browser(gateway), '/api/auth/signup', newcomer()), 60);
    at(60);
    await signUp(gateway);
  });

  it('is subject to the configured login and sign-up limits', async () => {
    const strict = await startGateway({ GATEWAY_ADDRESS_LOGINS: '1', GATEWAY_ADDRESS_SIGNUPS: '2' });
    strict.deps.clock = () => new Date(noon);
    const statuses = [];
    for (const path of ['signup', 'signup', 'signup', 'login', 'login']) {
      statuses.push((await post(browser(strict), `/api/auth/${path}`, newcomer())).status);
    }
    expect(statuses).toEqual([201, 201, 429, 401, 429]);
    await strict.close();
  });

  it('is limited to twenty reset links an hour', async () => {
    at(0);
    const ask = (index: number) =>
      post(browser(gateway), '/api/auth/forgot-password', { email: `x${index}@example.com` });
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(204);
    await expectTooMany(await ask(20), 60);
  });
});

describe('sending emails', () => {
  it('is limited to three reset links an hour per account and network, without an error for further requests', async () => {
    at(0);
    const { email, accountId } = await signUp(gateway);
    const ask = () => post(browser(gateway), '/api/auth/forgot-password', { email });
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(204);
    const waiting = "select 1 from mails where kind = 'reset' and account_id = $1";
    expect(await gateway.servers.sql(waiting, [accountId])).toHaveLength(3);
    at(60);
    await ask();
    expect(await gateway.servers.sql(waiting, [accountId])).toHaveLength(4);
  });

  it('is limited to ten reset links an hour per account, so that requests from one network do not block others', async () => {
    const behindProxy = await startGateway({ GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32' });
    behindProxy.deps.clock = () => new Date(noon);
    const { email } = await signUp(behindProxy);
    const ask = async (network: number) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${network}` };
      const body = JSON.stringify({ email });
      const response = await browser(behindProxy)('/api/auth/forgot-password', {
        method: 'POST',
        headers,
        body,
      });
      return response.status;
    };
    const waiting = async () =>
      (await behindProxy.servers.sql("select 1 from mails where kind = 'reset'")).length;
    for (let times = 0; times < 6; times += 1) expect(await ask(1)).toBe(204);
    expect(await waiting()).toBe(3);
    expect([await ask(2), await waiting()]).toEqual([204, 4]);
    for (let network = 3; network < 20; network += 1) expect(await ask(network)).toBe(204);
    expect(await waiting()).toBe(10);
    await behindProxy.close();
  });

  it('is limited to five confirmation links an hour per member', async () => {
    at(0);
    const { browser: who } = await signUp(gateway);
    for (let times = 0; times < 5; times += 1) {
      expect((await post(who, '/api/auth/send-verification')).status).toBe(204);
    }
    await expectTooMany(await post(who, '/api/auth/send-verification'), 60);
    const body = { email: 'new@example.com', currentPassword: rightPassword };
    await expectTooMany(await post(who, '/api/auth/change-email', body), 60);
  });

  it('is limited to six confirmation links an hour per address, even across several new accounts', async () => {
    at(0);
    const { email } = newcomer();
    for (let times = 0; times < 9; times += 1) {
      const { browser: who } = await signUp(gateway, { email });
      expect((await send(who, 'DELETE', '/api/auth/user', { currentPassword: rightPassword })).status).toBe(
        204,
      );
    }
    const { browser: other } = await signUp(gateway);
    const change = { email, currentPassword: rightPassword };
    const sql = "select used from counters where subject like 'confirmation:%'";
    expect((await gateway.servers.sql(sql)).map(({ used }) => used).sort()).toEqual([1, 6]);
    await expectTooMany(await post(other, '/api/auth/change-email', change), 60);
    at(60);
    expect((await post(other, '/api/auth/change-email', change)).status).toBe(204);
  });
});
