import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { buy, openShop } from './fake-stripe.ts';
import { openReceiver } from './webhook-receiver.ts';

/** Returns a local port on which no server listens. */
async function silentPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('a webhook receives every event once, signed and in order', async () => {
  const receiver = await openReceiver();
  const shop = await openShop({ webhookUrl: receiver.url });
  await buy(shop);
  await shop.fakeStripe.advance({ months: 1 });
  await shop.fakeStripe.settled();
  expect(receiver.taken.map(({ id }) => id)).toEqual(shop.fakeStripe.events().map(({ id }) => id));
  expect(shop.fakeStripe.events().every(({ pending_webhooks: pending }) => pending === 0)).toBe(true);
  const { data } = await shop.stripe.events.list({ type: 'invoice.paid' });
  expect(receiver.taken.filter(({ type }) => type === 'invoice.paid').reverse()).toEqual(
    data.map((event) => ({ ...event, pending_webhooks: 1 })),
  );
});

it('a rejected event is retried without delaying later events', async () => {
  const receiver = await openReceiver();
  receiver.answers.push(500);
  const shop = await openShop({ webhookUrl: receiver.url });
  await shop.fakeStripe.settled();
  const sent = shop.fakeStripe.events().map(({ id }) => id);
  expect(receiver.taken.map(({ id }) => id).sort()).toEqual([...sent].sort());
  expect(receiver.tries()).toBe(sent.length + 1);
});

it('a failed delivery is retried even if no other events occur', async () => {
  const receiver = await openReceiver();
  const shop = await openShop({ webhookUrl: receiver.url });
  await shop.fakeStripe.settled();
  const before = receiver.taken.length;
  receiver.answers.push(503);
  const customer = await shop.stripe.customers.create();
  await shop.fakeStripe.settled();
  expect(receiver.taken.slice(before)).toMatchObject([{ data: { object: { id: customer.id } } }]);
});

it('a webhook receives events that occurred while it was unavailable', async () => {
  const port = await silentPort();
  const shop = await openShop({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe` });
  await buy(shop);
  const receiver = await openReceiver(port);
  await shop.fakeStripe.settled();
  expect(receiver.taken).toHaveLength(shop.fakeStripe.events().length);
});

it('a webhook receives no events while webhooks are disabled', async () => {
  const receiver = await openReceiver();
  const shop = await openShop({ webhookUrl: receiver.url });
  await shop.fakeStripe.settled();
  const before = receiver.taken.length;
  shop.fakeStripe.setWebhooks(false);
  await buy(shop);
  await shop.fakeStripe.settled();
  shop.fakeStripe.setWebhooks(true);
  await shop.stripe.customers.create();
  await shop.fakeStripe.settled();
  expect(receiver.taken).toHaveLength(before + 1);
  expect((await shop.stripe.events.list({ type: 'invoice.paid' })).data).toHaveLength(1);
});
