import { expect, onTestFinished } from 'vitest';
import { createPaypal, type Paypal, type PaypalConfig, type PaypalItem } from '../src/paypal/paypal.ts';
import { type FakePaypal, type FakePaypalOptions, type PaypalFault, startFakePaypal } from './fake-paypal.ts';

export const item = (payoutId: string, more: Partial<PaypalItem> = {}): PaypalItem => ({
  payoutId,
  email: `${payoutId}@example.com`,
  amountCents: 2_700,
  note: 'Commissions',
  ...more,
});

interface Opened {
  fakePaypal: FakePaypal;
  paypal: Paypal;
}

export async function open(options: FakePaypalOptions & Partial<PaypalConfig> = {}): Promise<Opened> {
  const fakePaypal = await startFakePaypal(options);
  onTestFinished(() => fakePaypal.close());
  const { url: apiUrl, clientId, clientSecret } = fakePaypal;
  return {
    fakePaypal,
    paypal: createPaypal({ apiUrl, clientId, clientSecret, timeoutMs: 10_000, ...options }),
  };
}

export async function created({ paypal }: Opened, id = 'batch1', items = [item('p1')]): Promise<string> {
  const batch = await paypal.createBatch(id, items);
  if (batch.kind !== 'created') throw new Error('Expected the batch to be created.');
  return batch.paypalBatchId;
}

/**
 * Returns the error that a call throws. Checks that the error contains no address, no secret and no cause that quotes
 * them.
 */
export async function faultOf({ fakePaypal }: Opened, work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error('Expected the call to fail.'),
    (thrown: unknown) => thrown as Error,
  );
  const text = `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`;
  expect(text).not.toMatch(/example\.com|Bearer|Basic|A21AA/);
  expect(text).not.toContain(fakePaypal.clientSecret);
  expect(error.cause).toBeUndefined();
  return error;
}

export const onCreate = (fault: PaypalFault) => (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path === '/v1/payments/payouts' ? fault : undefined;

export const asked = (fakePaypal: FakePaypal, path: string) =>
  fakePaypal.requests().filter((request) => request.path === path).length;
export const tokensAsked = (fakePaypal: FakePaypal) => asked(fakePaypal, '/v1/oauth2/token');
