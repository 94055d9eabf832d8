import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepOperatorEnv } from '../src/operator-env.ts';
import { loadSecrets } from '../src/secrets.ts';
import { type Stack, startStack } from '../src/servers/stack.ts';
import { findLeakedSecrets } from '../src/test-run/leaked-secrets.ts';
import { temporaryDir } from './temporary-dir.ts';

let stack: Stack;
let redis: Redis;
const prefix = 'leaks';

beforeAll(async () => {
  stack = await startStack({ isThrowaway: true, log: () => {} });
  redis = new Redis(stack.env.REDIS_URL);
});
afterAll(async () => {
  redis.disconnect();
  await stack.stop();
});

/** Creates a log, a file of the web app and Redis values as in a test run, without leaked secrets. */
async function cleanRun() {
  const dataDir = temporaryDir();
  const secrets = loadSecrets(dataDir);
  const { gatewaySecret, fakeStripe } = secrets;
  const write = (path: string, text: string) => {
    mkdirSync(join(dataDir, path, '..'), { recursive: true });
    writeFileSync(join(dataDir, path), text);
  };
  write('logs/gateway.log', `{"msg":"ready","start":"${gatewaySecret.slice(0, 20)}"}\n`);
  write('dist/assets/app.js', `pay("${fakeStripe.publishableKey}")`);
  const old = await redis.keys(`${prefix}:*`);
  if (old.length > 0) await redis.del(...old);
  await redis.set(`${prefix}:text`, 'harmless');
  await redis.set(`others:${prefix}`, gatewaySecret);
  const search = { dataDir, webDist: join(dataDir, 'dist'), redis: { url: stack.env.REDIS_URL, prefix } };
  return { dataDir, secrets, write, find: () => findLeakedSecrets(search) };
}

describe('findLeakedSecrets', () => {
  it('returns nothing for a run without leaked secrets', async () => {
    expect(await (await cleanRun()).find()).toEqual([]);
  });

  it('finds secrets in the logs of the current and previous run, and in files served to browsers', async () => {
    const { secrets, write, find } = await cleanRun();
    const { databasePasswords, identitySecret, fakeStripe } = secrets;
    write('logs/migrate.log.1', `connecting to postgres://gateway:${databasePasswords.gateway}@127.0.0.1/x`);
    write('logs/billing.log', `${identitySecret} ${fakeStripe.webhookSecret}`);
    write('dist/pages/en/home.html', `<p>${fakeStripe.secretKey}</p>`);
    expect((await find()).sort()).toEqual([
      'databasePasswords.gateway is in logs: migrate.log.1',
      'fakeStripe.secretKey is in the built web app: pages/en/home.html',
      'fakeStripe.webhookSecret is in logs: billing.log',
      'identitySecret is in logs: billing.log',
    ]);
  });

  it('searches for PayPal’s secret if the user has set it', async () => {
    const { dataDir, write, find } = await cleanRun();
    const keys = { PAYPAL_CLIENT_ID: 'paypal-id', PAYPAL_CLIENT_SECRET: 'paypal-secret' };
    write('logs/affiliate.log', `${keys.PAYPAL_CLIENT_ID}:${keys.PAYPAL_CLIENT_SECRET}`);
    expect(await find()).toEqual([]);
    keepOperatorEnv(dataDir, 'affiliate', keys);
    expect(await find()).toEqual(['PAYPAL_CLIENT_SECRET is in logs: affiliate.log']);
  });

  it('finds secrets in Redis keys and values of every type, without printing them', async () => {
    const { secrets, find } = await cleanRun();
    const secret = secrets.gatewaySecret;
    await redis.set(`${prefix}:of:${secret}`, 'x');
    await redis.set(`${prefix}:string`, `a ${secret} b`);
    await redis.hset(`${prefix}:hash`, { data: JSON.stringify({ secret }) });
    await redis.rpush(`${prefix}:list`, 'x', secret);
    await redis.sadd(`${prefix}:set`, secret);
    await redis.zadd(`${prefix}:zset`, 1, secret);
    await redis.xadd(`${prefix}:stream`, '*', 'env', secret);
    const found = await find();
    const kinds = ['hash', 'list', 'of:…', 'set', 'stream', 'string', 'zset'];
    expect(found.sort()).toEqual(kinds.map((kind) => `gatewaySecret is in Redis: ${prefix}:${kind}`));
    expect(found.join()).not.toContain(secret);
  });
});

it('the search for leaked secrets fails if there are no secrets to search for', async () => {
  const dataDir = temporaryDir();
  const redisOf = { url: stack.env.REDIS_URL, prefix };
  await expect(findLeakedSecrets({ dataDir, webDist: dataDir, redis: redisOf })).rejects.toThrow(
    /no secrets/,
  );
});
