import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readGatewayConfig } from '../../src/config.ts';
import { roomy, signUp } from '../accounts/people.ts';
import { startGateway } from '../gateway.ts';
import { identitySecret } from '../http/fake-service.ts';
import { builtWebApp } from '../web/built-web-app.ts';
import { sellingBy, startBilling, type TestBilling } from './billing-server.ts';

let billing: TestBilling;
let webRoot: string;

beforeAll(async () => {
  billing = await startBilling();
  webRoot = await builtWebApp();
  return () => billing.close();
});

afterEach(() => billing.reset());

/**
 * Returns the payment configuration in a visitor's page and in a member's page, and the sources that the page's Content
 * Security Policy allows.
 */
async function pageOf(env: Record<string, string>) {
  const gateway = await startGateway({ ...roomy, ...env, GATEWAY_WEB_ROOT: webRoot });
  const { browser: member } = await signUp(gateway);
  const headers = { accept: 'text/html' };
  const paymentsIn = async (page: Response) =>
    JSON.parse(/id="session">(.*?)<\/script>/.exec(await page.text())?.[1] ?? '{}').payments;
  const visit = await fetch(`${gateway.url}/compress`, { headers });
  const policy = visit.headers.get('content-security-policy') ?? '';
  const directive = (name: string) => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1];
  const found = {
    payments: [await paymentsIn(visit), await paymentsIn(await member('/', { headers }))],
    script: directive('script-src'),
    frame: directive('frame-src'),
    connect: directive('connect-src'),
  };
  await gateway.close();
  return found;
}

describe('a page of the web app', () => {
  const strict = { script: "'self' 'wasm-unsafe-eval'", frame: "'none'", connect: "'self' blob:" };

  it('has no payment configuration without billing or without a Stripe key', async () => {
    const nothing = { ...strict, payments: [null, null] };
    expect(await pageOf(sellingBy(billing))).toEqual(nothing);
    expect(await pageOf({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual(nothing);
  });

  // Spec: 7.50
  it('allows only Stripe’s payment form from other origins if a Stripe key is configured', async () => {
    expect(await pageOf({ ...sellingBy(billing), STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual({
      payments: Array(2).fill({ publishableKey: 'pk_live_1' }),
      script: "'self' 'wasm-unsafe-eval' https://js.stripe.com https://*.js.stripe.com",
      frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      connect: "'self' blob: https://api.stripe.com",
    });
  });

  // Spec: 7.50
  it('loads nothing from other origins if the fake Stripe’s key is configured', async () => {
    const env = { ...sellingBy(billing), STRIPE_PUBLISHABLE_KEY: 'pk_fake_1', NODE_ENV: 'development' };
    expect(await pageOf(env)).toEqual({
      ...strict,
      payments: Array(2).fill({ publishableKey: 'pk_fake_1' }),
    });
  });
});

describe('the payment configuration', () => {
  const read = (env: Record<string, string>) =>
    readGatewayConfig({
      DATABASE_URL: 'postgres://gateway@127.0.0.1/gossamer',
      REDIS_URL: 'redis://127.0.0.1',
      STORAGE_DIRECTORY: '/tmp/objects',
      GATEWAY_SECRET: 'x'.repeat(32),
      ...env,
    });
  const selling = { BILLING_URL: 'http://127.0.0.1:4100', IDENTITY_SECRET: identitySecret };

  it.each([
    ['the fake Stripe’s key', { ...selling, STRIPE_PUBLISHABLE_KEY: 'pk_fake_1' }],
    ['the fake Stripe', { FAKE_STRIPE_URL: 'http://127.0.0.1:4200' }],
  ])('rejects %s in production, which is the default environment', (_, env) => {
    expect(() => read({ ...env, NODE_ENV: 'production' })).toThrow(/STRIPE_\w+: .*production/);
    expect(() => read(env)).toThrow(/production/);
    expect(() => read({ ...env, NODE_ENV: 'development' })).not.toThrow();
  });

  it('rejects billing without the shared secret, and a secret key instead of the publishable key', () => {
    expect(() => read({ BILLING_URL: 'http://127.0.0.1:4100' })).toThrow(/IDENTITY_SECRET: is required/);
    expect(() => read({ ...selling, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' })).toThrow(/STRIPE_PUBLISHABLE_KEY/);
    expect(read({ ...selling, BILLING_URL: '', STRIPE_PUBLISHABLE_KEY: '' }).billing).toBeUndefined();
  });
});
