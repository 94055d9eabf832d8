import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  becomePro,
  billingEnv,
  call,
  deliver,
  goodCard,
  identitySecret,
  newcomer,
  newEvents,
  secretKey,
  startBilling,
  subscribe,
  type TestBilling,
  webhookSecret,
} from './billing.ts';

let billing: TestBilling;
let child: ChildProcess;
let url = '';
let log = '';

/** Starts the billing service as a separate process with log level `trace`. */
beforeAll(async () => {
  billing = await startBilling();
  const main = join(import.meta.dirname, '../src/main.ts');
  const env = {
    ...billingEnv(billing.servers, billing.fakeStripe.url),
    BILLING_PORT: '0',
    LOG_LEVEL: 'trace',
  };
  child = fork(main, [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk));
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  url = `http://127.0.0.1:${ready.port}`;
});
afterAll(async () => {
  child.kill('SIGTERM');
  await billing.close();
});

it('secrets do not appear in logs, Redis or error messages', async () => {
  const process = { ...billing, url };
  const who = newcomer();
  const answers: string[] = [];
  const keep = async (answer: Promise<{ body?: unknown; text?: string }>) => {
    const { body, text } = await answer;
    answers.push(JSON.stringify(body) ?? '', text ?? '');
  };
  const { clientSecret = '' } = await subscribe(process, who);
  await billing.fakeStripe.pay(clientSecret, goodCard);
  await call(process, who, 'POST', '/confirm');
  for (const event of newEvents(billing)) await deliver(process, event);
  await becomePro(process);
  await keep(deliver(process, { id: 'evt_x' }, { secret: 'whsec_wrong' }));
  await keep(call(process, who, 'POST', '/promotions', { promoCode: 'NOSUCHCODE' }));
  await keep(call(process, undefined, 'POST', '/subscriptions', {}));
  for (const status of [500, 429, 402, 409] as const) {
    billing.fakeStripe.setFault(() => ({ status }));
    await keep(call(process, newcomer(), 'POST', '/subscriptions', {}));
  }
  billing.fakeStripe.setFault(undefined);
  await waitFor('facts in Redis', async () => (await redisText()).includes(who.accountId));

  const password = new URL(billing.servers.databaseUrl).password;
  const secrets = { secretKey, webhookSecret, identitySecret, clientSecret, ...(password && { password }) };
  const places = { log, redis: await redisText(), errors: answers.join('\n') };
  expect(log).toContain('rejected request');
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      expect(text.includes(secret), `${name} in ${place}`).toBe(false);
    }
  }
});

/** Returns all Redis keys with this test's prefix, and their values. */
async function redisText(): Promise<string> {
  const { redis } = billing.deps;
  const keys = await redis.keys(`${billing.servers.redisPrefix}:*`);
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
      if (type === 'string') return redis.get(key);
      if (type === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'));
      return '';
    }),
  );
  return [...keys, ...values].join('\n');
}
