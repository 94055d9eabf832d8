import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBillingConfig } from '../src/config.ts';
import {
  becomePro,
  billingEnv,
  call,
  deliverNew,
  intentOf,
  newcomer,
  paidCents,
  planOf,
  subscriptionOf,
  useBilling,
} from './billing.ts';

const billing = useBilling();

const dayMs = 24 * 3_600_000;

describe('the customer portal', () => {
  it('opens for accounts with a Stripe customer, in a configuration that is created only once', async () => {
    const who = await becomePro(billing);
    const { status, body } = await call(billing, who, 'POST', '/portal');
    expect(status).toBe(200);
    expect(String(body.url)).toMatch(/^http/);
    await call(billing, who, 'POST', '/portal');
    const { data } = await billing.deps.stripe().billingPortal.configurations.list();
    expect(data).toHaveLength(1);
    expect(data[0]?.features.subscription_cancel).toMatchObject({ enabled: true, mode: 'at_period_end' });
  });

  it('is not available to accounts that never subscribed', async () => {
    expect(await call(billing, newcomer(), 'POST', '/portal')).toMatchObject({
      status: 409,
      body: { code: 'no_subscription' },
    });
  });
});

describe('the billing summary', () => {
  it('is empty for accounts that never paid', async () => {
    expect((await call(billing, newcomer(), 'GET', '/summary')).body).toEqual({
      subscriptionStatus: null,
      currentPeriodEndsAt: null,
      isCanceled: false,
      graceEndsAt: null,
      hasPortal: false,
      refundableUntil: null,
    });
  });

  it('contains the date when Pro renews, or when it ends after a cancellation', async () => {
    const who = await becomePro(billing);
    const { body } = await call(billing, who, 'GET', '/summary');
    expect(body).toMatchObject({ subscriptionStatus: 'active', isCanceled: false, hasPortal: true });
    const inDays = (Date.parse(String(body.currentPeriodEndsAt)) - Date.now()) / dayMs;
    expect(inDays).toBeGreaterThan(27);
    expect(inDays).toBeLessThan(32);
    billing.fakeStripe.cancel(await subscriptionOf(billing, who), { atPeriodEnd: true });
    await deliverNew(billing);
    expect((await call(billing, who, 'GET', '/summary')).body).toMatchObject({
      isCanceled: true,
      currentPeriodEndsAt: body.currentPeriodEndsAt,
    });
  });
});

describe('a request for the money-back guarantee', () => {
  it('is accepted within 30 days of the first payment, and repeating it changes nothing', async () => {
    const who = await becomePro(billing);
    const facts = { amountCents: 900, currency: 'usd', paymentIntentId: await intentOf(billing, who) };
    const first = await call(billing, who, 'POST', '/refund-requests');
    expect(first).toMatchObject({ status: 200, body: facts });
    expect((await call(billing, who, 'POST', '/refund-requests')).body).toEqual(first.body);
  });

  // Spec: 1.20
  it.each([
    ['29 days', 200],
    ['31 days', 409],
  ])('is accepted or rejected depending on the age of the payment: %s → %i', async (age, status) => {
    const who = await becomePro(billing);
    await billing.servers.sql(`update payments set paid_at = now() - $2::interval where account_id = $1`, [
      who.accountId,
      age,
    ]);
    expect((await call(billing, who, 'POST', '/refund-requests')).status).toBe(status);
  });

  it('is rejected after any refund', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.refund(await intentOf(billing, who), 100);
    await deliverNew(billing);
    expect(await call(billing, who, 'POST', '/refund-requests')).toMatchObject({
      status: 409,
      body: { code: 'refund_not_possible' },
    });
  });
});

describe('npm run billing:refund', () => {
  const command = join(import.meta.dirname, '../src/refunds/command.ts');
  /** Run the command asynchronously, because the fake Stripe runs in the test process. */
  const run = (...args: string[]) =>
    new Promise<{ status: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, ...billingEnv(billing.servers, billing.fakeStripe.url) };
      execFile(process.execPath, [command, ...args], { env, timeout: 20_000 }, (error, out, err) =>
        resolve({ status: Number(error?.code ?? 0), out, err }),
      );
    });

  it('prints its usage', async () => {
    for (const args of [[], ['--nonsense'], ['--email', 'a', '--account', 'b']]) {
      const { status, err } = await run(...args);
      expect(status).toBe(2);
      expect(err).toContain('Usage: npm run billing:refund');
    }
  });

  it('reports that there is nothing to refund', async () => {
    expect(await run('--email', 'nobody@example.com')).toMatchObject({ status: 1, out: '' });
  });

  it('previews the refund, requires --yes to refund, and never refunds twice', async () => {
    const who = await becomePro(billing);
    const shown = await run('--email', who.email.toUpperCase());
    expect(shown).toMatchObject({ status: 0, out: expect.stringContaining('9.00 USD') });
    expect(await paidCents(billing, who)).toBe(900);
    expect(await run('--account', who.accountId, '--invoice', 'in_other', '--yes')).toMatchObject({
      status: 1,
    });
    expect(await run('--account', who.accountId, '--yes')).toMatchObject({ status: 0, err: '' });
    expect(await paidCents(billing, who)).toBe(0);
    expect(await planOf(billing, who)).toBe('free');
    expect(await run('--account', who.accountId, '--yes')).toMatchObject({ status: 1 });
  });

  it('ends the subscription and refunds the requested payment even after another month was paid', async () => {
    const who = await becomePro(billing);
    await call(billing, who, 'POST', '/refund-requests');
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(1_800);
    expect(await run('--account', who.accountId, '--yes')).toMatchObject({ status: 0 });
    expect(await paidCents(billing, who)).toBe(900);
    expect(await planOf(billing, who)).toBe('free');
    await billing.fakeStripe.advance({ months: 1 });
    expect(await paidCents(billing, who)).toBe(900);
  });

  it('requires a selection if several months or accounts match', async () => {
    const [who, other] = [await becomePro(billing), await becomePro(billing)];
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    expect((await run('--account', who.accountId, '--yes')).err).toContain('--invoice');
    await billing.servers.sql('update accounts set email = $1 where account_id = $2', [
      who.email,
      other.accountId,
    ]);
    expect((await run('--email', who.email, '--yes')).err).toContain('--account');
    expect(await paidCents(billing, who)).toBe(1_800);
  });
});

describe('the production configuration', () => {
  const env = (more: Record<string, string>) => ({
    ...billingEnv(billing.servers, ''),
    STRIPE_SECRET_KEY: 'sk_live_x',
    NODE_ENV: 'production',
    ...more,
  });

  it('accepts Stripe keys', () => {
    expect(readBillingConfig(env({})).stripe).toMatchObject({ secretKey: 'sk_live_x' });
  });

  it.each([
    ['the key of the fake Stripe', { STRIPE_SECRET_KEY: 'sk_fake_x' }],
    ['the URL of the fake Stripe', { STRIPE_API_URL: 'http://127.0.0.1:1' }],
    ['a key without a webhook secret', { STRIPE_WEBHOOK_SECRET: '' }],
    ['another kind of key', { STRIPE_SECRET_KEY: 'pk_live_x' }],
  ])('rejects %s', (_, more) => {
    expect(() => readBillingConfig(env(more))).toThrow(/STRIPE_/);
  });

  it('is used by default', () => {
    const { NODE_ENV: _, ...rest } = env({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    expect(() => readBillingConfig(rest)).toThrow('cannot be used in production');
  });
});
