import { describe, expect, it, vi } from 'vitest';
import { buy, cards, keys, openShop, order, type Shop } from './fake-stripe.ts';

const returnUrl = 'http://shop.example/checkout?step=done';
const card = { number: cards.good, expMonth: 12, expYear: 2040, cvc: '123' };

async function post(shop: Shop, path: string, body: object) {
  const response = await fetch(`${shop.fakeStripe.url}/fake-stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ publishableKey: keys.publishableKey, returnUrl, ...body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

describe('a payment in the browser', () => {
  it('succeeds with a card', async () => {
    const shop = await openShop();
    const { clientSecret, subscription } = await order(shop);
    const typed = { ...card, number: '4242 4242 4242 4242', expYear: 40 };
    expect(await post(shop, 'confirm', { clientSecret, method: 'card', card: typed })).toEqual({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it.each([
    [{ number: cards.declined }, 'card_declined', 'generic_decline'],
    [{ number: cards.noFunds }, 'card_declined', 'insufficient_funds'],
    [{ number: cards.expired }, 'expired_card', 'expired_card'],
    [{ number: '5555555555554444' }, 'card_declined', 'test_mode_live_card'],
    [{ number: '4242424242424241' }, 'incorrect_number', undefined],
    [{ expYear: 2020 }, 'invalid_expiry_year', undefined],
    [{ expMonth: 13 }, 'invalid_expiry_month', undefined],
    [{ cvc: 'x' }, 'invalid_cvc', undefined],
  ])('is declined with the error code and message for the card: %j', async (change, code, declineCode) => {
    const shop = await openShop();
    const { clientSecret } = await order(shop);
    const answer = await post(shop, 'confirm', {
      clientSecret,
      method: 'card',
      card: { ...card, ...change },
    });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
    expect((answer.body.error as { declineCode?: string }).declineCode).toBe(declineCode);
  });

  it('requests authentication in a dialog', async () => {
    const shop = await openShop();
    const { clientSecret } = await order(shop);
    const confirm = () =>
      post(shop, 'confirm', {
        clientSecret,
        method: 'card',
        card: { ...card, number: cards.authentication },
      });
    expect((await confirm()).body).toEqual({ status: 'requires_action', action: { type: 'dialog' } });
    expect(await post(shop, 'authenticate', { clientSecret, outcome: 'fail' })).toMatchObject({
      status: 402,
      body: { error: { code: 'payment_intent_authentication_failure' } },
    });
    await confirm();
    expect(await post(shop, 'authenticate', { clientSecret, outcome: 'complete' })).toEqual({
      status: 200,
      body: { status: 'succeeded' },
    });
  });

  it.each([
    ['complete', 'succeeded'],
    ['fail', 'failed'],
  ])('redirects to the Link wallet page: %s', async (outcome, status) => {
    const shop = await openShop();
    const { clientSecret } = await order(shop);
    const { body } = await post(shop, 'confirm', { clientSecret, method: 'link', email: 'ada@example.com' });
    expect(body).toMatchObject({ status: 'requires_action', action: { type: 'redirect' } });
    const { url } = body.action as { url: string };
    const page = await (await fetch(url)).text();
    expect(page).toContain('Test mode: no real money');
    expect(page).toContain('$9.00');
    expect(page).not.toContain('<script');

    const answer = await submit(url, { outcome });
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get('location')!);
    expect(back.href.startsWith(returnUrl)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      step: 'done',
      payment_intent: clientSecret!.split('_secret_')[0],
      payment_intent_client_secret: clientSecret,
      redirect_status: status,
    });
    expect((await fetch(url)).status).toBe(404);
  });

  it('requires the publishable key and the complete client secret', async () => {
    const shop = await openShop();
    const { clientSecret } = await order(shop);
    const paying = { clientSecret, method: 'card', card };
    expect((await post(shop, 'confirm', { ...paying, publishableKey: 'pk_fake_x' })).status).toBe(400);
    const guessed = `${clientSecret!.slice(0, -1)}?`;
    expect((await post(shop, 'confirm', { ...paying, clientSecret: guessed })).status).toBe(404);
    expect((await post(shop, 'confirm', { ...paying, returnUrl: 'javascript:alert(1)' })).status).toBe(400);
    expect((await post(shop, 'confirm', { ...paying, card: undefined })).status).toBe(400);
    expect((await post(shop, 'confirm', paying)).status).toBe(200);
    // The second request must not charge the card, because the payment has already succeeded.
    expect((await post(shop, 'confirm', paying)).body).toEqual({ status: 'succeeded' });
    expect((await shop.stripe.charges.list()).data).toHaveLength(1);
  });

  it('is rejected if the subscription has been canceled', async () => {
    const shop = await openShop();
    const { clientSecret, subscription } = await order(shop);
    await shop.stripe.subscriptions.cancel(subscription.id);
    const answer = await post(shop, 'confirm', { clientSecret, method: 'card', card });
    expect(answer.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('the customer portal of the fake Stripe', () => {
  async function open(shop: Shop, customer: string): Promise<string> {
    const session = await shop.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://shop.example/account?a=1&b="2"',
    });
    return session.url;
  }
  const textOf = async (url: string) => (await fetch(url)).text();

  it('can cancel and resume a subscription, change the card and advance the clock', async () => {
    const shop = await openShop();
    const { customer, subscription } = await buy(shop);
    const url = await open(shop, customer.id);
    expect(await textOf(url)).toContain('href="http://shop.example/account?a=1&#38;b=&#34;2&#34;"');

    const canceled = await submit(url, { action: 'cancel', subscription: subscription.id });
    expect(canceled.status).toBe(303);
    expect(await textOf(new URL(canceled.headers.get('location')!, url).href)).toContain('Ends on');
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(true);
    await submit(url, { action: 'resume', subscription: subscription.id });
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);

    const typed = { action: 'card', expiry: '12 / 40', cvc: '123' };
    const refused = await submit(url, { ...typed, number: cards.declined });
    expect(await textOf(new URL(refused.headers.get('location')!, url).href)).toContain('declined');
    await submit(url, { ...typed, number: cards.failsLater });
    expect(await textOf(url)).toContain('ending in 0341');
    await submit(url, { action: 'clock' });
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
  });

  it('cannot change the objects of other customers, and its links cannot be guessed', async () => {
    const shop = await openShop();
    const own = await buy(shop);
    const other = await buy(shop);
    const url = await open(shop, own.customer.id);
    await submit(url, { action: 'cancel', subscription: other.subscription.id });
    const untouched = await shop.stripe.subscriptions.retrieve(other.subscription.id);
    expect(untouched.cancel_at_period_end).toBe(false);
    expect(url).toMatch(/\/portal\/\w{43}$/);
    expect((await fetch(`${url}x`)).status).toBe(404);
    await shop.stripe.customers.del(own.customer.id);
    expect((await fetch(url)).status).toBe(404);
  });

  it('expires an hour after its link was created', async () => {
    const shop = await openShop();
    const { customer } = await buy(shop);
    const url = await open(shop, customer.id);
    expect((await fetch(url)).status).toBe(200);
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000);
    expect((await fetch(url)).status).toBe(404);
    clock.mockRestore();
  });

  it('shows only the actions that its configuration allows', async () => {
    const shop = await openShop();
    const { customer } = await buy(shop);
    const { id } = await shop.stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    const { url } = await shop.stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: id,
    });
    const page = await textOf(url);
    expect(page).toContain('Invoices');
    expect(page).not.toContain('Cancel subscription');
    expect(page).not.toContain('Change card');
  });
});

describe('the overview page of the fake Stripe', () => {
  it('escapes HTML in the state, shows no secrets and advances the clock', async () => {
    const shop = await openShop();
    const { clientSecret, customer } = await order(shop);
    await shop.stripe.customers.update(customer.id, { email: '<script>alert(1)</script>' });
    await shop.stripe.billingPortal.sessions.create({ customer: customer.id });
    const response = await fetch(`${shop.fakeStripe.url}/fake-stripe/`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('<title>Fake Stripe</title>');
    expect(page).toContain('LAUNCH50');
    expect(page).not.toContain('<script');
    for (const secret of [keys.secretKey, keys.webhookSecret, clientSecret!, '/portal/']) {
      expect(page).not.toContain(secret);
    }

    const moved = await post(shop, 'clock', { months: 1 });
    expect(Date.parse(String(moved.body.now)) - Date.now()).toBeGreaterThan(27 * 86_400_000);
    expect((await post(shop, 'clock', { months: -1 })).status).toBe(400);
    const form = await fetch(`${shop.fakeStripe.url}/fake-stripe/clock`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ days: '1' }),
    });
    expect(form.status).toBe(303);
  });

  it('refunds payments, and opens and closes disputes', async () => {
    const shop = await openShop();
    const { clientSecret } = await buy(shop);
    const [charge] = (await shop.stripe.charges.list({ payment_intent: clientSecret!.split('_secret_')[0]! }))
      .data;
    const now = async () => {
      const { amount_refunded, disputed } = await shop.stripe.charges.retrieve(charge!.id);
      return [amount_refunded, disputed];
    };
    const send = (action: string, id = charge!.id) =>
      fetch(`${shop.fakeStripe.url}/fake-stripe/payments`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ charge: id, action }),
      });
    const press = async (action: string) => {
      const page = await (await fetch(`${shop.fakeStripe.url}/fake-stripe/`)).text();
      expect(page).toContain(`value="${action}"`);
      expect((await send(action)).status).toBe(303);
    };
    await press('refundHalf');
    expect(await now()).toEqual([450, false]);
    await press('dispute');
    await press('win');
    expect(await now()).toEqual([450, true]);
    await press('refund');
    expect(await now()).toEqual([900, true]);
    expect((await send('refund', 'ch_unknown')).status).toBe(303);
    expect((await send('steal')).status).toBe(400);
  });
});
