import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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

/** The beginning of a quarter of an hour, which is one of an hour and a day too, so that no window ends half-way. */
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

/** Some at a time: the limits hold for guesses that come together too. */
const guesses = (count: number, email: string) =>
  Promise.all(Array.from({ length: count }, async () => (await login(email, 'wrong password')).status));

describe('guessing a password', () => {
  it('is possible twenty times a quarter of an hour, the right one included then', async () => {
    at(5);
    const { email } = await signUp(gateway);
    const statuses = await guesses(25, email.toUpperCase());
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    await expectTooMany(await login(email, rightPassword), 10);
    at(15);
    expect((await login(email, rightPassword)).status).toBe(200);
  });

  it('of an account that is none is limited alike', async () => {
    at(0);
    const statuses = await guesses(22, 'nobody@example.com');
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is not what a right password counts as', async () => {
    at(0);
    const { email } = await signUp(gateway);
    for (let times = 0; times < 25; times += 1) await logIn(gateway, email);
  });

  it('from within a session counts too', async () => {
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
    const statuses = await guesses(3, email);
    expect(statuses.filter((status) => status === 401)).toHaveLength(2);
    await expectTooMany(await send(who, 'DELETE', '/api/auth/user', { currentPassword: rightPassword }), 15);
  });

  it('of many accounts is possible sixty times from one address', async () => {
    at(0);
    const addresses = Array.from({ length: 65 }, (_, index) => `someone${index}@example.com`);
    const statuses: number[] = [];
    for (const email of addresses) statuses.push((await login(email, 'wrong password')).status);
    expect(statuses).toEqual([...Array(60).fill(401), ...Array(5).fill(429)]);
    await expectTooMany(await login('more@example.com', 'wrong password'), 15);
  });
});

describe('an address of the network', () => {
  it('signs up twenty times an hour, faults of the form left out', async () => {
    at(0);
    for (let times = 0; times < 30; times += 1) {
      await post(browser(gateway), '/api/auth/signup', newcomer({ password: 'short' }));
    }
    for (let times = 0; times < 20; times += 1) await signUp(gateway);
    await expectTooMany(await post(browser(gateway), '/api/auth/signup', newcomer()), 60);
    at(60);
    await signUp(gateway);
  });

  it('has what the operator allows it', async () => {
    const strict = await startGateway({ GATEWAY_ADDRESS_LOGINS: '1', GATEWAY_ADDRESS_SIGNUPS: '2' });
    strict.deps.clock = () => new Date(noon);
    const statuses = [];
    for (const path of ['signup', 'signup', 'signup', 'login', 'login']) {
      statuses.push((await post(browser(strict), `/api/auth/${path}`, newcomer())).status);
    }
    expect(statuses).toEqual([201, 201, 429, 401, 429]);
    await strict.close();
  });

  it('asks for twenty links an hour', async () => {
    at(0);
    const ask = (index: number) =>
      post(browser(gateway), '/api/auth/forgot-password', { email: `x${index}@example.com` });
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(204);
    await expectTooMany(await ask(20), 60);
  });
});

describe('mails', () => {
  it('with a reset link come three an hour to one account; the answer does not tell', async () => {
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

  it('that confirm an address come five an hour', async () => {
    at(0);
    const { browser: who } = await signUp(gateway);
    for (let times = 0; times < 5; times += 1) {
      expect((await post(who, '/api/auth/send-verification')).status).toBe(204);
    }
    await expectTooMany(await post(who, '/api/auth/send-verification'), 60);
    const body = { email: 'new@example.com', currentPassword: rightPassword };
    await expectTooMany(await post(who, '/api/auth/change-email', body), 60);
  });

  it('come six an hour to an address that others sign up with again and again', async () => {
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
