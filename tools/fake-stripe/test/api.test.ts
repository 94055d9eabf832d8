import { describe, expect, it } from 'vitest';
import { buy, invoiceOf, keys, openShop, order, sdkFor } from './fake-stripe.ts';

describe('the fake Stripe API with an idempotency key', () => {
  it('returns the first response for a reused key, and rejects different parameters', async () => {
    const { stripe } = await openShop();
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    const again = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    await expect(
      stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k1' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it.each([{ status: 500, afterEffect: true } as const, 'drop-after-effect' as const])(
    'creates only one subscription if the first response is lost: %j',
    async (fault) => {
      const shop = await openShop();
      const patient = sdkFor(shop.fakeStripe.url, keys.secretKey, 2);
      const customer = await shop.stripe.customers.create();
      let count = 0;
      shop.fakeStripe.setFault(({ path }) => {
        if (path !== '/v1/subscriptions') return undefined;
        count += 1;
        return count === 1 ? fault : undefined;
      });
      const subscription = await patient.subscriptions.create({
        customer: customer.id,
        items: [{ price: shop.price.id }],
        payment_behavior: 'default_incomplete',
      });
      shop.fakeStripe.setFault(undefined);
      const { data } = await shop.stripe.subscriptions.list({ customer: customer.id });
      expect(data.map(({ id }) => id)).toEqual([subscription.id]);
      const calls = shop.fakeStripe.calls.filter(
        ({ path, method }) => method === 'POST' && path === '/v1/subscriptions',
      );
      expect(calls.map(({ status }) => status)).toEqual([fault === 'drop-after-effect' ? 0 : 500, 200]);
      expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    },
  );

  it('does not store the response of a call that had no effect', async () => {
    const { stripe, fakeStripe } = await openShop();
    fakeStripe.setFault(() => ({ status: 429 }));
    await expect(stripe.customers.create({}, { idempotencyKey: 'k2' })).rejects.toMatchObject({
      statusCode: 429,
    });
    fakeStripe.setFault(() => 'drop');
    await expect(stripe.customers.create({}, { idempotencyKey: 'k2' })).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    fakeStripe.setFault(undefined);
    const made = await stripe.customers.create({}, { idempotencyKey: 'k2' });
    expect(made.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('stores error responses, like Stripe', async () => {
    const { stripe, fakeStripe } = await openShop();
    fakeStripe.setFault(() => ({ status: 500 }));
    const again = () => stripe.customers.create({}, { idempotencyKey: 'k3' });
    await expect(again()).rejects.toMatchObject({ statusCode: 500 });
    fakeStripe.setFault(undefined);
    await expect(again()).rejects.toMatchObject({ statusCode: 500 });
    expect((await stripe.customers.create({}, { idempotencyKey: 'k4' })).id).toMatch(/^cus_/);
  });
});

describe('the fake Stripe API', () => {
  it('requires the secret key', async () => {
    const { fakeStripe } = await openShop();
    const wrong = sdkFor(fakeStripe.url, 'sk_fake_of_another_account');
    await expect(wrong.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    expect((await fetch(`${fakeStripe.url}/v1/customers`)).status).toBe(401);
    expect(fakeStripe.calls.at(-1)).toMatchObject({ method: 'GET', path: '/v1/customers', status: 401 });
  });

  it('reports unknown parameters at every nesting level', async () => {
    const { stripe, price } = await openShop();
    const wrong = { email: 'a@example.com', surname: 'x' };
    await expect(stripe.customers.create(wrong)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'surname',
      requestId: expect.stringMatching(/^req_/),
    });
    const nested = { price: price.id, wheels: 4 };
    await expect(stripe.subscriptions.create({ customer: 'cus_1', items: [nested] })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'items[0][wheels]',
    });
    await expect(stripe.subscriptions.create({ customer: 'cus_1' })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'items',
    });
    await expect(
      stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: price.id }] }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer', statusCode: 400 });
  });

  it('responds to unknown objects and URLs as Stripe does', async () => {
    const { stripe, fakeStripe } = await openShop();
    await expect(stripe.subscriptions.retrieve('constructor')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(stripe.topups.list()).rejects.toThrow('Unrecognized request URL (GET: /v1/topups).');
    expect(fakeStripe.calls.at(-1)?.status).toBe(404);
  });

  it('expands exactly the fields that Stripe expands', async () => {
    const shop = await openShop();
    const { stripe } = shop;
    const { subscription } = await buy(shop);
    const plain = await stripe.subscriptions.retrieve(subscription.id);
    expect(typeof plain.latest_invoice).toBe('string');
    const invoice = await stripe.invoices.retrieve(String(plain.latest_invoice));
    expect(invoice).not.toHaveProperty('confirmation_secret');
    expect(invoice).not.toHaveProperty('payments');

    const full = await stripe.invoices.retrieve(invoice.id, {
      expand: ['payments.data.payment.payment_intent', 'parent.subscription_details.subscription'],
    });
    expect(full.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'succeeded' });
    expect(full.parent?.subscription_details?.subscription).toMatchObject({ status: 'active' });

    const { data } = await stripe.subscriptions.list({
      customer: String(plain.customer),
      expand: ['data.latest_invoice.payments', 'data.customer'],
    });
    expect(invoiceOf(data[0]!).payments?.data).toHaveLength(1);

    await expect(stripe.invoices.retrieve(invoice.id, { expand: ['number'] })).rejects.toThrow(
      'This property cannot be expanded (number).',
    );
    await expect(
      stripe.subscriptions.retrieve(subscription.id, {
        expand: ['latest_invoice.payments.data.payment.payment_intent'],
      }),
    ).rejects.toThrow('more than 4 levels');
  });

  it('returns the invoice of a payment', async () => {
    const shop = await openShop();
    const { clientSecret, subscription } = await buy(shop);
    const { data } = await shop.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: clientSecret!.split('_secret_')[0]! },
      expand: ['data.invoice'],
    });
    expect(data).toHaveLength(1);
    expect(data[0]!.invoice).toMatchObject({ id: invoiceOf(subscription).id, status: 'paid' });
  });

  it('lists events in pages, newest first', async () => {
    const shop = await openShop();
    await buy(shop);
    const all = shop.fakeStripe.events().map(({ id }) => id);
    const first = await shop.stripe.events.list({ limit: 3 });
    expect(first.data.map(({ id }) => id)).toEqual(all.slice(-3).reverse());
    expect(first.has_more).toBe(true);
    const collected: string[] = [];
    for await (const event of shop.stripe.events.list({ limit: 4 })) collected.push(event.id);
    expect(collected).toEqual([...all].reverse());

    const { data } = await shop.stripe.events.list({ types: ['invoice.paid', 'customer.created'] });
    expect(data.map(({ type }) => type)).toEqual(['invoice.paid', 'customer.created']);
    const later = await shop.stripe.events.list({ created: { gte: data[0]!.created + 60 } });
    expect(later.data).toEqual([]);
    expect((await shop.stripe.events.retrieve(all[0]!)).request?.id).toMatch(/^req_/);
  });

  it('deletes a customer and ends its subscriptions', async () => {
    const shop = await openShop();
    const { customer, subscription } = await buy(shop);
    expect(await shop.stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await shop.stripe.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    await expect(shop.stripe.customers.update(customer.id, { name: 'x' })).rejects.toMatchObject({
      statusCode: 404,
    });
  });

  it('drops empty metadata of a new customer and merges updated metadata', async () => {
    const { stripe } = await openShop();
    const made = await stripe.customers.create({ metadata: { a: '1', b: '2', c: '' } });
    expect(made.metadata).toEqual({ a: '1', b: '2' });
    const updated = await stripe.customers.update(made.id, { metadata: { b: '', d: '4' } });
    expect(updated.metadata).toEqual({ a: '1', d: '4' });
    const { data } = await stripe.events.list({ type: 'customer.updated' });
    expect(data[0]?.data.previous_attributes).toEqual({ metadata: { a: '1', b: '2' } });
  });

  it('voids an invoice on request, which ends its incomplete subscription', async () => {
    const shop = await openShop();
    const { subscription } = await order(shop);
    const voided = await shop.stripe.invoices.voidInvoice(invoiceOf(subscription).id);
    expect(voided.status).toBe('void');
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired');
  });

  it('moves a lookup key from one price to another', async () => {
    const { stripe, price } = await openShop();
    expect((await stripe.prices.list({ lookup_keys: ['pro-monthly'], active: true })).data).toHaveLength(1);
    const wanted = {
      product: String(price.product),
      currency: 'usd',
      unit_amount: 1_000,
      recurring: { interval: 'month' as const },
      lookup_key: 'pro-monthly',
    };
    await expect(stripe.prices.create(wanted)).rejects.toThrow('already uses that lookup key');
    const next = await stripe.prices.create({ ...wanted, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['pro-monthly'] });
    expect(data.map(({ id }) => id)).toEqual([next.id]);
  });
});
