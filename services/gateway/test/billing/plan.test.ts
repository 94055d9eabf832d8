import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { post, roomy, signUp, type TestMember, userOf } from '../accounts/people.ts';
import { startGateway, type TestGateway } from '../gateway.ts';
import { publishPlan } from '../plan.ts';
import { incomplete, paid, sellingBy, startBilling, type TestBilling } from './billing-server.ts';

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

afterEach(() => billing.reset());

const isPremium = async ({ browser: who }: TestMember) => (await userOf(who))?.isPremium;
const versionOf = async ({ accountId }: TestMember) => {
  const query = "select version from inbox_versions where stream = 'plan' and key = $1";
  return (await gateway.servers.sql(query, [accountId]))[0]?.version;
};
const confirm = (member: TestMember, answer: object) => {
  billing.play('POST /confirm', { status: 200, body: { ...paid, ...answer } });
  return post(member.browser, '/api/billing/confirm');
};

/**
 * Publishes a plan and waits until the gateway has handled it. A second fact, published afterwards, proves that the
 * first one was handled.
 */
async function hear(member: TestMember, plan: 'free' | 'pro', version: number): Promise<void> {
  await publishPlan(gateway, member.accountId, plan, version);
  const marker = await signUp(gateway);
  await publishPlan(gateway, marker.accountId, 'free', 1);
  await waitFor('the fact after it', async () => (await versionOf(marker)) === 1);
}

it('the gateway applies the new plan before it responds to the payment confirmation', async () => {
  const member = await signUp(gateway);
  expect(await isPremium(member)).toBe(false);
  await confirm(member, { planVersion: 2 });
  expect(await isPremium(member)).toBe(true);
  expect(await versionOf(member)).toBe(2);
});

it('the gateway applies Pro immediately for a free subscription', async () => {
  const member = await signUp(gateway);
  const { clientSecret, ...free } = { ...incomplete, status: 'active', plan: 'pro', planVersion: 1 };
  billing.play('POST /subscriptions', { status: 200, body: free });
  const response = await post(member.browser, '/api/create-subscription', {});
  expect(await response.json()).toEqual(free);
  expect(await isPremium(member)).toBe(true);
});

it('the gateway ignores an outdated plan.changed message and applies a newer one', async () => {
  const member = await signUp(gateway);
  await confirm(member, { planVersion: 2 });
  await hear(member, 'free', 1);
  await hear(member, 'free', 2);
  expect(await isPremium(member)).toBe(true);
  await publishPlan(gateway, member.accountId, 'free', 3);
  await waitFor('the newer fact', async () => !(await isPremium(member)));
});

it('a response from billing does not overwrite the plan from a newer plan.changed message', async () => {
  const member = await signUp(gateway);
  await hear(member, 'free', 3);
  await waitFor('the fact', async () => (await versionOf(member)) === 3);
  await confirm(member, { planVersion: 2 });
  expect(await isPremium(member)).toBe(false);
});

it('the gateway ignores a plan with version 0', async () => {
  const member = await signUp(gateway);
  await gateway.servers.sql("update accounts set plan = 'pro' where id = $1", [member.accountId]);
  await confirm(member, { plan: 'free', planVersion: 0 });
  expect(await isPremium(member)).toBe(true);
  expect(await versionOf(member)).toBeUndefined();
});

it('the gateway keeps the newest plan from several concurrent responses', async () => {
  const member = await signUp(gateway);
  let version = 0;
  billing.play('POST /confirm', () => {
    version += 1;
    return { status: 200, body: { ...paid, plan: version === 8 ? 'pro' : 'free', planVersion: version } };
  });
  await Promise.all(Array.from({ length: 8 }, () => post(member.browser, '/api/billing/confirm')));
  expect([await isPremium(member), await versionOf(member)]).toEqual([true, 8]);
});
