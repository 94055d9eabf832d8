import { createHmac } from 'node:crypto';
import { fromOneAddress } from '@gossamer/dev/environment';
import { readOperatorEnv } from '@gossamer/dev/operator-env';
import { loadSecrets } from '@gossamer/dev/secrets';
import { quantile, type Row, short } from '../figures.ts';
import { signUp } from '../members.ts';
import { type BenchProduct, withProduct } from '../product.ts';

const buyers = 30;
const distinctEvents = 100;
const timesEach = 10;
const lanes = 16;

/**
 * Measures the response time during a burst of Stripe webhooks: 100 events, each sent ten times in random order, plus
 * 100 webhooks with wrong and 100 with expired signatures. The tests of the billing service check the effects.
 */
export const stripeWebhooks: Row = {
  name: 'Stripe webhooks: 1,200 deliveries of 100 events, p99 of an answer',
  unit: 'ms',
  better: 'less',
  target: 1_000,
  measure: async ({ profile }) =>
    withProduct({ profile, env: fromOneAddress, sells: true }, async (product) => {
      for (let count = 0; count < buyers; count++) await buyPro(product);
      const { deliveries, secret } = await deliveriesOf(product);
      const times: number[] = [];
      const queue = [...deliveries];
      const lane = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          times.push(await timed(product.url, secret, next));
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return {
        value: quantile(times, 0.99),
        detail: `p50 ${short(quantile(times, 0.5))} ms, longest ${short(Math.max(...times))} ms, ${times.length} deliveries, ${lanes} at a time`,
      };
    }),
};

interface Delivery {
  body: string;
  kind: 'good' | 'wrong' | 'stale';
}

async function buyPro({ url, dataDir }: BenchProduct): Promise<void> {
  const { cookie } = await signUp(url);
  const setup = await post(`${url}/api/create-subscription`, {}, { cookie });
  const { publishableKey } = loadSecrets(dataDir).fakeStripe;
  await post(`${url}/fake-stripe/confirm`, {
    publishableKey,
    clientSecret: setup.clientSecret,
    returnUrl: url,
    method: 'card',
    card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
  });
}

/**
 * Returns ten deliveries of each event, with new event ids, plus deliveries with invalid signatures. The events are
 * copies of the newest ones in the fake Stripe.
 */
async function deliveriesOf({ dataDir }: BenchProduct): Promise<{ deliveries: Delivery[]; secret: string }> {
  const env = readOperatorEnv(dataDir) ?? {};
  const types = ['customer.subscription.created', 'customer.subscription.updated', 'invoice.paid'];
  const query = new URLSearchParams([['limit', '100'], ...types.map((type) => ['types[]', type])]);
  const response = await fetch(`${env.STRIPE_API_URL}/v1/events?${query}`, {
    headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  const events = Array.from({ length: distinctEvents }, (_, at) => ({
    ...data[at % data.length],
    id: `evt_bench${at}`,
  }));
  const bodies = Array.from({ length: timesEach }, () => events)
    .flat()
    .map((event) => JSON.stringify(event));
  const kinds: Delivery['kind'][] = ['wrong', 'stale'];
  const bad = kinds.flatMap((kind) => bodies.slice(0, distinctEvents).map((body) => ({ body, kind })));
  const good = bodies.map((body): Delivery => ({ body, kind: 'good' }));
  return {
    deliveries: [...good, ...bad].sort(() => Math.random() - 0.5),
    secret: env.STRIPE_WEBHOOK_SECRET ?? '',
  };
}

/**
 * Sends a webhook with a Stripe signature (`t=<seconds>,v1=<HMAC-SHA256 of "t.body">`). Returns the response time in
 * milliseconds.
 */
async function timed(url: string, secret: string, { body, kind }: Delivery): Promise<number> {
  const seconds = Math.floor(Date.now() / 1_000) - (kind === 'stale' ? 600 : 0);
  const key = kind === 'wrong' ? 'whsec_wrong' : secret;
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const startedAt = performance.now();
  const response = await fetch(`${url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  await response.arrayBuffer();
  const durationMs = performance.now() - startedAt;
  const expected = kind === 'good' ? 200 : 400;
  if (response.status !== expected) throw new Error(`a ${kind} delivery returned HTTP ${response.status}`);
  return durationMs;
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned HTTP ${response.status}: ${await response.text()}`);
  return (await response.json()) as { clientSecret?: string };
}
