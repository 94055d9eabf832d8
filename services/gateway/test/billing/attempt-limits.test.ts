import { afterEach, beforeAll, expect, it } from 'vitest';
import { newcomer, post, roomy, signUp } from '../accounts/people.ts';
import { type Browser, browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { half, refusal, sellingBy, startBilling, type TestBilling } from './billing-server.ts';

let billing: TestBilling;
let gateway: TestGateway;
const noon = new Date('2026-11-21T12:00:00Z').getTime();
const at = (minutes: number) => {
  gateway.deps.clock = () => new Date(noon + minutes * 60_000);
};

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
  await gateway.servers.sql('truncate counters');
});

async function expectTooMany(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(await json(response)).toMatchObject({
    code: 'too_many_attempts',
    details: { retryAfterMinutes: 60 },
  });
}

it('members and visitors share a limit of thirty promo code attempts an hour per IP address', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  const ask = (who: Browser, promoCode = half.code) => post(who, '/api/billing/promo-code', { promoCode });
  for (let times = 0; times < 10; times += 1) await ask(browser(gateway), 'no code');
  for (let times = 0; times < 15; times += 1) {
    expect((await ask(browser(gateway))).status).toBe(200);
    expect((await ask(member, 'NOPE')).status).toBe(422);
  }
  await expectTooMany(await ask(member));
  await expectTooMany(await ask(browser(gateway)));
  expect(billing.calls).toHaveLength(30);
  at(60);
  expect((await ask(member)).status).toBe(200);
});

it('promo code attempts are limited across all forms, and purchases without a code are still allowed', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  const forms = ['/api/create-subscription', '/api/create-anonymous-subscription'];
  for (let times = 0; times < 10; times += 1) {
    for (const path of forms) expect((await post(member, path, { promoCode: half.code })).status).toBe(200);
    const guess = newcomer({ promoCode: 'NOPE' });
    expect((await post(browser(gateway), '/api/create-anonymous-subscription', guess)).status).toBe(422);
  }
  billing.reset();
  for (const path of forms) await expectTooMany(await post(member, path, { promoCode: half.code }));
  const visitor = newcomer({ promoCode: half.code });
  await expectTooMany(await post(browser(gateway), '/api/create-anonymous-subscription', visitor));
  await expectTooMany(await post(member, '/api/billing/promo-code', { promoCode: half.code }));
  expect(billing.calls).toEqual([]);
  for (const body of [{}, { promoCode: '' }]) {
    for (const path of forms) expect((await post(member, path, body)).status).toBe(200);
  }
});

it.each([
  ['confirms a payment', 120, '/api/billing/confirm'],
  ['opens the portal', 60, '/api/billing/portal'],
])('returns 429 if a member %s more than %i times an hour', async (_, allowance, path) => {
  at(0);
  const { browser: member } = await signUp(gateway);
  for (let times = 0; times < allowance; times += 1) expect((await post(member, path, {})).status).toBe(200);
  await expectTooMany(await post(member, path, {}));
  expect(billing.calls).toHaveLength(allowance);
  const { browser: other } = await signUp(gateway);
  expect((await post(other, path, {})).status).toBe(200);
  at(60);
  expect((await post(member, path, {})).status).toBe(200);
});

it('a member can start sixty subscriptions an hour across both subscription routes', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  for (let times = 0; times < 30; times += 1) {
    expect((await post(member, '/api/create-subscription', {})).status).toBe(200);
    expect((await post(member, '/api/create-anonymous-subscription', {})).status).toBe(200);
  }
  await expectTooMany(await post(member, '/api/create-subscription', {}));
  const { browser: other } = await signUp(gateway);
  expect((await post(other, '/api/create-subscription', {})).status).toBe(200);
});

it('a member can send ten refund requests an hour', async () => {
  at(0);
  const { browser: member } = await signUp(gateway);
  billing.play('POST /refund-requests', refusal('refund_not_possible'));
  const ask = () => post(member, '/api/billing/refund-request', { reason: '' });
  for (let times = 0; times < 10; times += 1) expect((await ask()).status).toBe(409);
  await expectTooMany(await ask());
});
