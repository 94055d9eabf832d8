import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enginePackages } from '../src/engine-programs.ts';
import { freePort } from '../src/free-port.ts';
import { workspaceRoot } from '../src/paths.ts';
import { withClient } from '../src/servers/databases.ts';
import { type Stack, startStack } from '../src/servers/stack.ts';
import { listBuildContext, readIgnoreFile } from './image/build-context.ts';
import { buildImage, type Image } from './image/build-image.ts';
import { runImage, runToEnd } from './image/run-image.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

/**
 * Executes the Dockerfile steps in folders that represent the images, and starts the resulting images with real
 * servers.
 */
const dir = makeTemporaryDir();
const schema = `deploy_${randomBytes(6).toString('hex')}`;
const files = listBuildContext(workspaceRoot);
let stack: Stack;
let gateway: Image;
let billing: Image;
let affiliate: Image;
let worker: Image;

function build(service: string): Promise<Image> {
  const imageDir = join(dir, service);
  mkdirSync(imageDir);
  const dockerfile = join(workspaceRoot, 'services', service, 'Dockerfile');
  return buildImage({ dockerfile, contextDir: workspaceRoot, files, dir: imageDir });
}

beforeAll(async () => {
  stack = await startStack({ isThrowaway: true, log: () => {} });
  gateway = await build('gateway');
  billing = await build('billing');
  affiliate = await build('affiliate');
  worker = await build('compressor-worker');
});

afterAll(async () => {
  removeDir(dir);
  const dropSchema = `DROP SCHEMA IF EXISTS ${schema}, ${schema}_billing, ${schema}_affiliate CASCADE`;
  await withClient(stack.env.DATABASE_URL, (client) => client.query(dropSchema));
  await stack.stop();
});

const workerEnv = () => ({
  REDIS_URL: stack.env.REDIS_URL,
  REDIS_PREFIX: schema,
  STORAGE_DIRECTORY: join(dir, 'objects'),
});
const gatewayEnv = () => ({
  ...workerEnv(),
  DATABASE_URL: stack.env.DATABASE_URL,
  GATEWAY_DATABASE_SCHEMA: schema,
  GATEWAY_SECRET: randomBytes(24).toString('hex'),
});

const billingEnv = () => ({
  REDIS_URL: stack.env.REDIS_URL,
  REDIS_PREFIX: schema,
  DATABASE_URL: stack.env.DATABASE_URL,
  BILLING_DATABASE_SCHEMA: `${schema}_billing`,
  IDENTITY_SECRET: randomBytes(24).toString('hex'),
});

const affiliateEnv = () => ({
  REDIS_URL: stack.env.REDIS_URL,
  REDIS_PREFIX: schema,
  DATABASE_URL: stack.env.DATABASE_URL,
  AFFILIATE_DATABASE_SCHEMA: `${schema}_affiliate`,
  IDENTITY_SECRET: randomBytes(24).toString('hex'),
});

/**
 * Starts an image and waits until it is ready. Runs its health check and `meanwhile`, and then stops the image as
 * Docker does.
 */
async function expectToServe(
  image: Image,
  env: Record<string, string>,
  options: { command?: string[]; meanwhile?: () => Promise<void> } = {},
) {
  const internalPort = await freePort();
  const fullEnv = { ...env, INTERNAL_PORT: String(internalPort) };
  const container = runImage(image, fullEnv, options.command);
  await container.until200(`http://127.0.0.1:${internalPort}/healthz`);
  await container.until200(`http://127.0.0.1:${internalPort}/readyz`);
  expect(runToEnd(image, fullEnv, image.healthcheck)).toMatchObject({ status: 0, stderr: '' });
  await options.meanwhile?.();

  expect(await container.stop()).toEqual({ code: 0, signal: null });
  expect(runToEnd(image, fullEnv, image.healthcheck).status).toBe(1);
}

describe('the gateway image', () => {
  it('runs the migration, serves the web app and the documentation, and exits on SIGTERM', async () => {
    const migration = runToEnd(gateway, gatewayEnv(), ['node', 'services/gateway/src/migrate.ts']);
    expect(migration).toMatchObject({ status: 0 });

    const port = await freePort();
    const pageUrl = `http://127.0.0.1:${port}/compress`;
    const meanwhile = async () => {
      const page = await fetch(pageUrl);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<div id="root">');
      const guide = await fetch(`http://127.0.0.1:${port}/docs/quick-start`);
      expect(await guide.text()).toContain('<h1>Quick start</h1>');
    };
    await expectToServe(gateway, { ...gatewayEnv(), GATEWAY_PORT: String(port) }, { meanwhile });
  });

  it('contains the background process of the gateway', async () => {
    const command = ['node', 'services/gateway/src/background.ts'];
    await expectToServe(gateway, gatewayEnv(), { command });
  });
});

describe('the billing image', () => {
  it('runs the migration, serves requests without Stripe keys, and exits on SIGTERM', async () => {
    const env = billingEnv();
    const migration = runToEnd(billing, env, ['node', 'services/billing/src/migrate.ts']);
    expect(migration).toMatchObject({ status: 0 });

    const port = await freePort();
    const meanwhile = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/promotions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"promoCode":"ANY"}',
      });
      expect(await answer.json()).toMatchObject({ code: 'payments_not_configured' });
    };
    await expectToServe(billing, { ...env, BILLING_PORT: String(port) }, { meanwhile });
  });

  it('does not start with the fake Stripe', () => {
    const env = { ...billingEnv(), STRIPE_SECRET_KEY: 'sk_fake_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
    expect(runToEnd(billing, env, billing.command).status).not.toBe(0);
  });
});

describe('the affiliate image', () => {
  it('runs the migration, serves requests without PayPal keys, and exits on SIGTERM', async () => {
    const env = affiliateEnv();
    const migration = runToEnd(affiliate, env, ['node', 'services/affiliate/src/migrate.ts']);
    expect(migration).toMatchObject({ status: 0 });

    const port = await freePort();
    const meanwhile = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/clicks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"code":"UNKNOWN","visitorKey":"v","userAgent":"Mozilla/5.0"}',
      });
      expect(await answer.json()).toEqual({ isPartner: false });
    };
    await expectToServe(affiliate, { ...env, AFFILIATE_PORT: String(port) }, { meanwhile });
  });

  it('does not start with only one of PayPal’s keys', () => {
    const env = { ...affiliateEnv(), PAYPAL_CLIENT_ID: 'only the id' };
    expect(runToEnd(affiliate, env, affiliate.command).status).not.toBe(0);
  });
});

describe('the worker image', () => {
  it('starts a worker that becomes ready and exits on SIGTERM', async () => {
    expect(worker.env.MALLOC_ARENA_MAX).toBe('2');
    expect(worker.packages).toEqual(enginePackages);
    await expectToServe(worker, { ...workerEnv(), WORKER_ENGINE_PROCESSES: '1' });
  });

  it('contains the compiled scorer but not its compiler', () => {
    const program = `
      const { createReference } = await import('./packages/ssimulacra2/src/ssimulacra2.ts');
      const black = { data: new Uint8Array(64), widthPx: 8, heightPx: 8, channels: 1 };
      console.log(createReference(black).score(black));`;
    const command = ['node', '--input-type=module', '--eval', program];
    expect(runToEnd(worker, {}, command)).toMatchObject({ status: 0, stdout: '100\n' });
    expect(
      existsSync(join(worker.root, worker.workdir, 'node_modules/.pnpm/node_modules/assemblyscript')),
    ).toBe(false);
  });
});

describe('every image', () => {
  const images = () => [gateway, billing, affiliate, worker];

  it('runs as an unprivileged user, in production mode and with the expected internal port', () => {
    for (const { user, env } of images()) {
      expect(user).toBe('node');
      expect(env).toMatchObject({ NODE_ENV: 'production', INTERNAL_HOST: '0.0.0.0', INTERNAL_PORT: '9100' });
    }
  });

  it('contains no development tools and no tests', () => {
    for (const { root, workdir } of images()) {
      const app = join(root, workdir);
      for (const path of ['node_modules/.pnpm/node_modules/vitest', 'node_modules/vitest', 'tools/testkit']) {
        expect(existsSync(join(app, path))).toBe(false);
      }
      expect(existsSync(join(app, 'packages/service-kit/test'))).toBe(false);
    }
  });

  it('contains no secrets', () => {
    for (const { env } of images()) {
      expect(Object.keys(env).filter((name) => /SECRET|PASSWORD|KEY|_URL/.test(name))).toEqual([]);
    }
    const isIgnored = readIgnoreFile(join(workspaceRoot, '.dockerignore'));
    for (const path of [
      '.env',
      'infra/.env',
      '.gossamer/secrets.json',
      'services/gateway/.env',
      '.git/config',
    ]) {
      expect(isIgnored(path), path).toBe(true);
    }
    expect(isIgnored('services/gateway/src/main.ts')).toBe(false);
  });
});
