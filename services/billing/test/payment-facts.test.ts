import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import { describe, expect, it } from 'vitest';
import {
  becomePro,
  call,
  deliverNew,
  factsOf,
  goodCard,
  intentOf,
  newcomer,
  subscribe,
  useBilling,
} from './billing.ts';

const otherCard = '4000000000000341';

const billing = useBilling();

const succeeded = async (who: ForwardedIdentity) =>
  (await factsOf(billing, who)).filter(({ name }) => name === 'payment.succeeded');

async function fingerprintsOf(who: ForwardedIdentity): Promise<unknown[]> {
  return (await succeeded(who)).map(({ payload }) => payload.cardFingerprint);
}

async function payWithLink(who: ForwardedIdentity): Promise<void> {
  const { clientSecret = '' } = await subscribe(billing, who);
  const response = await fetch(`${billing.fakeStripe.url}/fake-stripe/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      publishableKey: 'pk_fake_test',
      clientSecret,
      method: 'link',
      returnUrl: 'http://shop.example',
    }),
  });
  expect(await response.json()).toMatchObject({ status: 'requires_action' });
  expect(await billing.fakeStripe.authenticate(clientSecret, 'complete')).toBe('succeeded');
  await deliverNew(billing);
}

describe('the card of a payment', () => {
  it('has the same fingerprint for two accounts that pay with it', async () => {
    const [mark, ...more] = await fingerprintsOf(await becomePro(billing));
    expect(mark).toMatch(/^\w{16}$/);
    expect(more).toEqual([]);
    expect(await fingerprintsOf(await becomePro(billing))).toEqual([mark]);
    const [another] = await fingerprintsOf(await becomePro(billing, newcomer(), otherCard));
    expect(another).toMatch(/^\w{16}$/);
    expect(another).not.toBe(mark);
  });

  it('is the card that was charged, not a card that was declined earlier', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    expect(await billing.fakeStripe.pay(clientSecret, '4000000000000002')).toBe('failed');
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await deliverNew(billing);
    expect(await fingerprintsOf(who)).toEqual(await fingerprintsOf(await becomePro(billing)));
  });

  it('is empty if the payment was made with Link', async () => {
    const who = newcomer();
    await payWithLink(who);
    expect(await fingerprintsOf(who)).toEqual([null]);
  });

  it('is added to a stored payment without a card when the payment is read again', async () => {
    const who = await becomePro(billing);
    const [mark] = await fingerprintsOf(who);
    const stored = () =>
      billing.servers.sql('select card_fingerprint as mark from payments where account_id = $1', [
        who.accountId,
      ]);
    expect(await stored()).toEqual([{ mark }]);
    await billing.servers.sql('update payments set card_fingerprint = null where account_id = $1', [
      who.accountId,
    ]);
    await call(billing, who, 'POST', '/confirm');
    expect(await stored()).toEqual([{ mark }]);
  });
});

describe('the facts about a payment', () => {
  it('each contain all details of the payment', async () => {
    const who = await becomePro(billing);
    const [invoice] = (await billing.deps.stripe().invoices.list({ limit: 1 })).data;
    billing.fakeStripe.refund(await intentOf(billing, who), 300);
    await deliverNew(billing);
    const payment = {
      paymentId: invoice?.id,
      accountId: who.accountId,
      amountCents: 900,
      currency: 'usd',
      paidAt: new Date((invoice?.status_transitions.paid_at ?? 0) * 1_000).toISOString(),
      cardFingerprint: (await fingerprintsOf(who))[0],
    };
    const facts = (await factsOf(billing, who)).filter(({ name }) => name !== 'plan.changed');
    expect(facts).toEqual([
      { name: 'payment.succeeded', version: 1, payload: payment },
      { name: 'payment.refunded', version: 2, payload: { ...payment, refundedCents: 300 } },
    ]);
    expect(payment.cardFingerprint).toMatch(/^\w{16}$/);
  });

  it('keep the card that was read first', async () => {
    const who = await becomePro(billing);
    await billing.servers.sql(`update payments set card_fingerprint = 'read first' where account_id = $1`, [
      who.accountId,
    ]);
    billing.fakeStripe.refund(await intentOf(billing, who));
    await deliverNew(billing);
    const refunded = (await factsOf(billing, who)).find(({ name }) => name === 'payment.refunded');
    expect(refunded?.payload).toMatchObject({ refundedCents: 900, cardFingerprint: 'read first' });
  });
});
