import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFakeStripeConfig } from '../src/config.ts';
import { startFakeStripe } from '../src/start-fake-stripe.ts';
import { fingerprintOf } from '../src/test-cards.ts';
import { buy, cards, invoiceOf, keys, openShop, order, sdkFor } from './fake-stripe.ts';
import { openReceiver } from './webhook-receiver.ts';

function stateFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fake-stripe-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'state.json');
}

it('the fake Stripe keeps its subscriptions and its clock across a restart', async () => {
  const options = { stateFile: stateFile() };
  const shop = await openShop(options);
  const paid = await buy(shop);
  await shop.fakeStripe.advance({ months: 1 });
  const open = await order(shop, 'LAUNCH50');
  const keyed = await shop.stripe.customers.create({}, { idempotencyKey: 'k' });
  const events = shop.fakeStripe.events();
  await shop.fakeStripe.close();
  expect(statSync(options.stateFile).mode & 0o077).toBe(0);

  const again = await startFakeStripe({ ...keys, ...options });
  onTestFinished(() => again.close());
  const stripe = sdkFor(again.url);
  expect(again.events()).toEqual(events);
  expect((await stripe.customers.create({}, { idempotencyKey: 'k' })).id).toBe(keyed.id);
  expect((await stripe.customers.create()).created).toBeGreaterThan(paid.customer.created + 27 * 86_400);
  expect(await again.pay(open.clientSecret!, cards.good)).toBe('succeeded');
  await again.advance({ months: 1 });
  const renewed = await stripe.subscriptions.retrieve(open.subscription.id, { expand: ['latest_invoice'] });
  expect(invoiceOf(renewed)).toMatchObject({ status: 'paid', amount_paid: 900 });
});

it('a restart adds missing fingerprints to cards stored by an older version', async () => {
  const options = { stateFile: stateFile() };
  const shop = await openShop(options);
  const { customer } = await buy(shop);
  await shop.fakeStripe.close();
  const earlier = readFileSync(options.stateFile, 'utf8')
    // State files of older versions contain a null fingerprint for payment methods and no fingerprint for charges.
    .replaceAll(/"fingerprint":"[0-9a-f]{16}","funding":"credit","generated_from"/g, (found) =>
      found.replace(/"[0-9a-f]{16}"/, 'null'),
    )
    .replaceAll(/"fingerprint":"[0-9a-f]{16}",/g, '');
  expect(earlier).toContain('"fingerprint":null');
  expect(earlier).not.toMatch(/"fingerprint":"[0-9a-f]{16}"/);
  writeFileSync(options.stateFile, earlier);

  const again = await startFakeStripe({ ...keys, ...options });
  onTestFinished(() => again.close());
  await again.advance({ months: 1 });
  const { data } = await sdkFor(again.url).charges.list({ customer: customer.id });
  const marks = data.map(({ payment_method_details: details }) => details?.card?.fingerprint);
  expect(marks).toHaveLength(2);
  expect(new Set(marks)).toEqual(new Set([fingerprintOf(cards.good)]));
});

it('the fake Stripe delivers pending events after a restart', async () => {
  const options = { stateFile: stateFile(), webhookUrl: 'http://127.0.0.1:9/webhooks/stripe' };
  const shop = await openShop(options);
  await buy(shop);
  const events = shop.fakeStripe.events().map(({ id }) => id);
  await shop.fakeStripe.close();

  const receiver = await openReceiver();
  const again = await startFakeStripe({ ...keys, ...options, webhookUrl: receiver.url });
  onTestFinished(() => again.close());
  await again.settled();
  expect(receiver.taken.map(({ id }) => id)).toEqual(events);
});

it('the fake Stripe refuses to start in production or with real Stripe keys', () => {
  const env = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  };
  expect(readFakeStripeConfig(env).fakeStripe).toMatchObject({ secretKey: keys.secretKey });
  expect(() => readFakeStripeConfig({ ...env, NODE_ENV: 'production' })).toThrow(/NODE_ENV=production/);
  expect(() => readFakeStripeConfig({ ...env, STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(/STRIPE_SECRET_KEY/);
});
