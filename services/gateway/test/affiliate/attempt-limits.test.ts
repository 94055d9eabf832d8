import { afterEach, beforeAll, expect, it } from 'vitest';
import { post, rightPassword, roomy, send, signUp } from '../accounts/people.ts';
import { browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { application, code, partneredBy, startAffiliate, type TestAffiliate } from './affiliate-server.ts';

let affiliate: TestAffiliate;
let gateway: TestGateway;
const noon = new Date('2026-11-21T12:00:00Z').getTime();
const at = (minutes: number) => {
  gateway.deps.clock = () => new Date(noon + minutes * 60_000);
};

beforeAll(async () => {
  affiliate = await startAffiliate();
  gateway = await startGateway({ ...roomy, ...partneredBy(affiliate) });
  return async () => {
    await gateway.close();
    await affiliate.close();
  };
});

afterEach(async () => {
  affiliate.reset();
  await gateway.servers.sql('truncate counters');
});

async function expectTooMany(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  expect((await json(response)).code).toBe('too_many_attempts');
}

const dashboard = `/api/affiliate/dashboard/${code}`;
const payout = { payoutEmail: 'pay@example.com', currentPassword: rightPassword };

it.each([
  ['applies', 10, 'POST', '/api/affiliate/apply', application],
  ['downloads the commissions', 60, 'GET', `${dashboard}/commissions.csv`, undefined],
  ['changes the payout address', 20, 'PUT', `${dashboard}/payout-email`, payout],
])('returns 429 if a member %s more than %i times an hour', async (_, allowance, method, path, body) => {
  at(0);
  const { browser: member } = await signUp(gateway);
  const { browser: other } = await signUp(gateway);
  await gateway.servers.sql('update accounts set email_verified_at = now()');
  for (let times = 0; times < allowance; times += 1) {
    expect((await send(member, method, path, body)).status).toBe(200);
  }
  await expectTooMany(await send(member, method, path, body));
  expect(affiliate.calls).toHaveLength(allowance);
  expect((await send(other, method, path, body)).status).toBe(200);
  at(60);
  expect((await send(member, method, path, body)).status).toBe(200);
});

it('does not count invalid affiliate applications as attempts', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  const apply = (body: object) => post(member, '/api/affiliate/apply', body);
  for (let times = 0; times < 15; times += 1) await apply({ ...application, name: '' });
  expect((await apply(application)).status).toBe(200);
});

it('counts wrong passwords for payout address changes toward the session’s password attempt limit', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  await gateway.servers.sql('update accounts set email_verified_at = now()');
  for (let times = 0; times < 20; times += 1) {
    const body = { currentPassword: 'a guess', newPassword: 'another password' };
    expect((await post(member, '/api/auth/change-password', body)).status).toBe(403);
  }
  const response = await send(member, 'PUT', `${dashboard}/payout-email`, payout);
  expect([response.status, affiliate.calls]).toEqual([429, []]);
});

it('clicks beyond 240 an hour from one IP address are silently ignored', async () => {
  at(0);
  const click = async () => {
    const who = browser(gateway);
    const { status } = await post(who, '/api/affiliate/track', { code, source: 'landing_page' });
    return [status, who.cookies.has('referral')];
  };
  for (let times = 0; times < 240; times += 1) expect(await click()).toEqual([204, true]);
  expect(await click()).toEqual([204, false]);
  expect(affiliate.calls).toHaveLength(240);
  at(60);
  expect(await click()).toEqual([204, true]);
});
