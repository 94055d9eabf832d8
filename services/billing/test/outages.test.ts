import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  becomePro,
  call,
  deliverNew,
  goodCard,
  newcomer,
  paidCents,
  planOf,
  startBilling,
  subscribe,
  type TestBilling,
} from './billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  // The timeout must be long enough for successful calls on a busy machine.
  billing = await startBilling({ BILLING_STRIPE_TIMEOUT_MS: '800', BILLING_STRIPE_RETRIES: '0' });
  // Create the price and the portal configuration, which all members share, before Stripe fails.
  await call(billing, await becomePro(billing), 'POST', '/portal');
});
afterEach(() => billing.fakeStripe.setFault(undefined));
afterAll(() => billing.close());

type Fault = Exclude<
  ReturnType<NonNullable<Parameters<TestBilling['fakeStripe']['setFault']>[0]>>,
  undefined
>;

const faults: [string, Fault][] = [
  ['unreachable', 'drop'],
  ['slow', { delayMs: 1_500 }],
  ['busy (429)', { status: 429 }],
  ['failing (500)', { status: 500 }],
  ['failing after the call took effect', { status: 500, afterEffect: true }],
  ['disconnected after the call took effect', 'drop-after-effect'],
];

/**
 * Makes one of the next Stripe calls fail, as well as later calls with the same method and path. `position` is the
 * number of calls that succeed before the first failing call. Returns a function that returns whether a call failed.
 */
function breakCall(position: number, fault: Fault): () => boolean {
  let seen = 0;
  let broken: string | undefined;
  billing.fakeStripe.setFault(({ method, path }) => {
    const name = `${method} ${path}`;
    if (broken === undefined && seen++ === position) broken = name;
    return name === broken ? fault : undefined;
  });
  return () => broken !== undefined;
}

/**
 * Repeats a flow and makes each of its Stripe calls fail in turn. `after` checks the outcome. Returns the number of
 * Stripe calls in the flow.
 */
async function breakEach(
  fault: Fault,
  way: () => Promise<{ go: () => Promise<Answer>; after: () => Promise<void> }>,
): Promise<number> {
  for (let position = 0; ; position += 1) {
    const { go, after } = await way();
    const wasBroken = breakCall(position, fault);
    const answer = await go();
    billing.fakeStripe.setFault(undefined);
    if (!wasBroken()) return position;
    expectClear(answer);
    await after();
  }
}

type Answer = Awaited<ReturnType<typeof call>>;

/** Expects success, or the error for an unavailable payment provider with a Retry-After header. */
function expectClear(answer: Answer): void {
  if (answer.status === 200) return;
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'payment_provider_unavailable', message: expect.stringContaining('Nothing was charged') },
  });
  expect(answer.headers.get('retry-after')).toBe('10');
}

describe('while Stripe is unavailable', () => {
  it.each(faults)(
    'a first purchase that is retried is charged exactly once: %s',
    async (_, fault) => {
      const broken = await breakEach(fault, async () => {
        const who = newcomer();
        return {
          go: () => call(billing, who, 'POST', '/subscriptions', {}),
          after: async () => {
            const setup = await subscribe(billing, who);
            await billing.fakeStripe.pay(setup.clientSecret ?? '', goodCard);
            expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'pro' });
            expect(await paidCents(billing, who)).toBe(900);
            const customer = setup.customerId;
            const { data } = await billing.deps.stripe().subscriptions.list({ customer, status: 'all' });
            expect(data).toHaveLength(1);
          },
        };
      });
      expect(broken).toBeGreaterThanOrEqual(4);
    },
    60_000,
  );

  it.each(faults)(
    'nothing is charged twice if a promotion code replaces a pending payment: %s',
    async (_, fault) => {
      const broken = await breakEach(fault, async () => {
        const who = newcomer();
        const full = await subscribe(billing, who);
        return {
          go: () => call(billing, who, 'POST', '/subscriptions', { promoCode: 'LAUNCH50' }),
          after: async () => {
            const less = await subscribe(billing, who, 'LAUNCH50');
            await billing.fakeStripe.pay(less.clientSecret ?? '', goodCard);
            await billing.fakeStripe.pay(full.clientSecret ?? '', goodCard).catch(() => undefined);
            await deliverNew(billing);
            await deliverNew(billing);
            expect(await paidCents(billing, who)).toBe(450);
            expect(await planOf(billing, who)).toBe('pro');
          },
        };
      });
      expect(broken).toBeGreaterThanOrEqual(6);
    },
    60_000,
  );

  it.each(
    faults.flatMap(([name, fault]) => ['/confirm', '/portal'].map((path) => [name, path, fault] as const)),
  )(
    'for the fault "%s", a retry of POST %s succeeds after the fault has ended',
    async (_, path, fault) => {
      const who = await becomePro(billing);
      const broken = await breakEach(fault, async () => ({
        go: () => call(billing, who, 'POST', path),
        after: async () => expect((await call(billing, who, 'POST', path)).status).toBe(200),
      }));
      expect(broken).toBeGreaterThanOrEqual(2);
      expect(await planOf(billing, who)).toBe('pro');
    },
    60_000,
  );

  it('promotion codes are rejected, but the billing summary is still returned', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.setFault(() => 'drop');
    expect((await call(billing, undefined, 'POST', '/promotions', { promoCode: 'LAUNCH50' })).status).toBe(
      503,
    );
    expect(await call(billing, who, 'GET', '/summary')).toMatchObject({
      status: 200,
      body: { subscriptionStatus: 'active', isCanceled: false, hasPortal: true },
    });
  });
});

it('calls to Stripe are retried after transient failures', async () => {
  const patient = await startBilling();
  for (const fault of [{ status: 500, afterEffect: true }, 'drop', 'drop-after-effect'] as const) {
    let tries = 0;
    patient.fakeStripe.setFault(() => (tries++ % 2 === 0 ? fault : undefined));
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(patient, who);
    patient.fakeStripe.setFault(undefined);
    await patient.fakeStripe.pay(clientSecret, goodCard);
    expect((await call(patient, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'pro' });
    expect(await paidCents(patient, who)).toBe(900);
  }
  await patient.close();
});

it('payments are reported as not configured if the Stripe key is wrong', async () => {
  const other = await startBilling({ STRIPE_SECRET_KEY: 'sk_fake_wrong' });
  const answer = await call(other, newcomer(), 'POST', '/subscriptions', {});
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_configured' } });
  expect(JSON.stringify(answer.body)).not.toContain('sk_fake');
  await other.close();
});

it('without a Stripe key, payments are reported as not configured, and all other routes work', async () => {
  const other = await startBilling({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_API_URL: '' });
  const who = newcomer();
  for (const path of ['/subscriptions', '/portal', '/confirm'])
    expect((await call(other, who, 'POST', path, {})).status).toBeGreaterThanOrEqual(
      path === '/confirm' ? 200 : 400,
    );
  expect((await call(other, who, 'POST', '/subscriptions', {})).body).toMatchObject({
    code: 'payments_not_configured',
  });
  expect(await call(other, who, 'GET', '/summary')).toMatchObject({
    status: 200,
    body: { subscriptionStatus: null, hasPortal: false },
  });
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
  await other.close();
});
