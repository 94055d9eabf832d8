import { describe, expect, it } from 'vitest';
import type { EnvironmentParts } from '../src/environment.ts';
import { choosePayments, type PaymentsChoice, withPorts } from '../src/payments.ts';
import { loadSecrets } from '../src/secrets.ts';
import { migrations, productServices, sellingProduct } from '../src/services.ts';
import { temporaryDir } from './temporary-dir.ts';

const ownKeys = {
  STRIPE_SECRET_KEY: 'sk_live_own',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_own',
  STRIPE_WEBHOOK_SECRET: 'whsec_own',
};
const paypal = { PAYPAL_CLIENT_ID: 'paypal-id', PAYPAL_CLIENT_SECRET: 'paypal-secret' };
/** Environment of a user. It contains every secret that may be passed only to certain processes. */
const userEnv = {
  PATH: '/usr/bin',
  LOG_LEVEL: 'warn',
  SMTP_URL: 'smtp://user:mail-password@mail.example',
  S3_SECRET_ACCESS_KEY: 's3-secret',
  IDENTITY_SECRET: 'guessed',
  OPERATOR_PASSWORD: 'operators-only',
  BILLING_URL: 'http://evil.example',
  FAKE_STRIPE_URL: 'http://evil.example',
  STRIPE_API_URL: 'http://evil.example',
  BILLING_DATABASE_URL: 'postgres://billing:billing-password@elsewhere/gossamer',
  AFFILIATE_URL: 'http://evil.example',
  AFFILIATE_DATABASE_URL: 'postgres://affiliate:affiliate-password@elsewhere/gossamer',
  ...paypal,
};

async function partsOf(payments: PaymentsChoice | undefined, more: NodeJS.ProcessEnv = {}) {
  const dataDir = temporaryDir();
  const parts: EnvironmentParts = {
    userEnv: { ...userEnv, ...more },
    secrets: loadSecrets(dataDir),
    dataDir,
    port: 3_000,
    stack: {
      env: {
        DATABASE_URL: 'postgres://super:root@127.0.0.1/gossamer',
        REDIS_URL: 'redis://:redis-password@127.0.0.1',
      },
      ownsDatabase: true,
      describe: '',
      stop: async () => undefined,
    },
    payments: payments && (await withPorts(payments)),
  };
  const entries = payments ? sellingProduct(1, payments) : { migrations, services: productServices(1) };
  const envs = new Map(
    [...entries.migrations, ...entries.services].map(({ name, envOf }) => [name, envOf(parts)]),
  );
  return { parts, envs, of: (name: string) => envs.get(name) ?? {} };
}

/** Returns, for each value, the names of the processes that receive it in any variable. */
function holders(envs: Map<string, NodeJS.ProcessEnv>, values: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(values).map(([secret, value]) => [
      secret,
      [...envs]
        .filter(([, env]) => JSON.stringify(env).includes(value))
        .map(([name]) => name)
        .sort(),
    ]),
  );
}

it('in test mode, each process gets only the secrets that it needs', async () => {
  const { parts, envs } = await partsOf({ kind: 'fakeStripe' });
  const { gatewaySecret, identitySecret, fakeStripe, databasePasswords } = parts.secrets;
  const gateway = ['background', 'gateway', 'migrate'];
  const affiliate = ['affiliate', 'affiliate-migrate'];
  const values = {
    gatewaySecret,
    identitySecret,
    ...fakeStripe,
    gatewayPassword: databasePasswords.gateway,
    billingPassword: databasePasswords.billing,
    affiliatePassword: databasePasswords.affiliate,
    superuser: 'super:root',
    redis: 'redis-password',
    smtp: 'mail-password',
    s3: 's3-secret',
    guessed: 'guessed',
    elsewhere: 'evil.example',
    foreignBilling: 'billing-password',
    foreignAffiliate: 'affiliate-password',
    paypal: 'paypal-',
    operators: 'operators-only',
  };
  expect(holders(envs, values)).toEqual({
    gatewaySecret: gateway,
    identitySecret: [...affiliate, 'billing', 'billing-migrate', 'gateway'],
    secretKey: ['billing', 'billing-migrate', 'fake-stripe'],
    publishableKey: ['fake-stripe', 'gateway'],
    webhookSecret: ['billing', 'billing-migrate', 'fake-stripe'],
    gatewayPassword: gateway,
    billingPassword: ['billing', 'billing-migrate'],
    affiliatePassword: affiliate,
    superuser: [],
    redis: [...affiliate, 'background', 'billing', 'billing-migrate', 'gateway', 'migrate', 'worker-1'],
    smtp: gateway,
    operators: ['background'],
    s3: ['background', 'gateway', 'migrate', 'worker-1'],
    guessed: [],
    elsewhere: [],
    foreignBilling: [],
    foreignAffiliate: [],
    // If payments are not real, payouts must not use the live PayPal API.
    paypal: [],
  });
  for (const env of envs.values()) expect(env).toMatchObject({ PATH: '/usr/bin', LOG_LEVEL: 'warn' });
});

it('only workers get a PATH that includes the engine’s programs', async () => {
  const { parts } = await partsOf(undefined);
  const withPrograms = { ...parts, enginePath: '/programs:/usr/bin' };
  const paths = productServices(1).map(({ name, envOf }) => [name, envOf(withPrograms).PATH]);
  expect(Object.fromEntries(paths)).toEqual({
    gateway: '/usr/bin',
    background: '/usr/bin',
    'worker-1': '/programs:/usr/bin',
  });
});

it('in test mode, only the fake Stripe and the services that use it run in development mode', async () => {
  const { parts, of } = await partsOf({ kind: 'fakeStripe' });
  const { billing, affiliate, fakeStripe } = parts.payments?.ports ?? {
    billing: 0,
    affiliate: 0,
    fakeStripe: 0,
  };
  expect(new Set([billing, affiliate, fakeStripe]).size).toBe(3);
  expect(of('gateway')).toMatchObject({
    NODE_ENV: 'development',
    BILLING_URL: `http://127.0.0.1:${billing}`,
    AFFILIATE_URL: `http://127.0.0.1:${affiliate}`,
    FAKE_STRIPE_URL: `http://127.0.0.1:${fakeStripe}`,
  });
  expect(of('billing')).toMatchObject({
    NODE_ENV: 'development',
    BILLING_PORT: String(billing),
    STRIPE_API_URL: `http://127.0.0.1:${fakeStripe}`,
    PUBLIC_URL: 'http://localhost:3000',
  });
  expect(of('affiliate')).toMatchObject({
    AFFILIATE_HOST: '127.0.0.1',
    AFFILIATE_PORT: String(affiliate),
    PUBLIC_URL: 'http://localhost:3000',
  });
  expect(of('fake-stripe')).toMatchObject({
    NODE_ENV: 'development',
    FAKE_STRIPE_PORT: String(fakeStripe),
    FAKE_STRIPE_WEBHOOK_URL: 'http://127.0.0.1:3000/webhooks/stripe',
    FAKE_STRIPE_STATE_FILE: `${parts.dataDir}/fake-stripe.json`,
  });
  for (const name of ['background', 'worker-1']) expect(of(name).NODE_ENV).toBe('production');
});

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
])('the fake Stripe can reach a gateway that listens on %s', async (GATEWAY_HOST, url) => {
  const { of } = await partsOf({ kind: 'fakeStripe' }, { GATEWAY_HOST });
  expect(of('fake-stripe').FAKE_STRIPE_WEBHOOK_URL).toBe(`${url}/webhooks/stripe`);
});

it('the product runs in production mode without a fake Stripe if the user has set Stripe keys', async () => {
  const { envs, of } = await partsOf(choosePayments(ownKeys), ownKeys);
  expect([...envs.keys()]).not.toContain('fake-stripe');
  expect(holders(envs, ownKeys)).toEqual({
    STRIPE_SECRET_KEY: ['billing', 'billing-migrate'],
    STRIPE_PUBLISHABLE_KEY: ['gateway'],
    STRIPE_WEBHOOK_SECRET: ['billing', 'billing-migrate'],
  });
  for (const env of envs.values()) {
    expect(env.NODE_ENV).toBe('production');
    expect(env).not.toHaveProperty('STRIPE_API_URL');
    expect(env).not.toHaveProperty('FAKE_STRIPE_URL');
  }
  expect(of('gateway')).toHaveProperty('BILLING_URL');
});

it('only the affiliate service gets PayPal’s keys when the user has set Stripe keys', async () => {
  const given = { ...paypal, PAYPAL_API_URL: 'https://paypal-elsewhere.example' };
  const { envs, of } = await partsOf(choosePayments(ownKeys), { ...ownKeys, ...given });
  expect(of('affiliate')).toMatchObject(given);
  expect(holders(envs, given)).toEqual(
    Object.fromEntries(Object.keys(given).map((name) => [name, ['affiliate', 'affiliate-migrate']])),
  );
});

const withSecretKey = (secretKey: string) => choosePayments({ ...ownKeys, STRIPE_SECRET_KEY: secretKey });

describe.each([
  ['in test mode', { kind: 'fakeStripe' } as const],
  ['with Stripe’s test keys', withSecretKey('sk_test_own')],
  ['with Stripe’s restricted test key', withSecretKey('rk_test_own')],
])('%s', (_, payments) => {
  it.each([
    [undefined, false],
    ['https://api-m.paypal.com', false],
    ['https://api.paypal.com', false],
    ['https://API-M.PayPal.com/', false],
    ['no address', false],
    ['https://api-m.sandbox.paypal.com', true],
    ['http://127.0.0.1:4300', true],
  ])(
    'the affiliate service gets PayPal’s keys only for a test API (URL %s: %s)',
    async (PAYPAL_API_URL, isGiven) => {
      const { of } = await partsOf(payments, { PAYPAL_API_URL });
      const names = Object.keys(of('affiliate')).filter((name) => name.startsWith('PAYPAL_'));
      expect(names).toEqual(isGiven ? [...Object.keys(paypal), 'PAYPAL_API_URL'] : []);
    },
  );
});

it('billing runs without a payment provider if there are no keys and no fake Stripe', async () => {
  const { envs, of } = await partsOf(choosePayments({ FAKE_STRIPE: 'off' }));
  expect([...envs.keys()]).toContain('billing');
  for (const env of envs.values()) {
    expect(Object.keys(env).filter((name) => name.startsWith('STRIPE_'))).toEqual([]);
  }
  expect(of('gateway')).toHaveProperty('BILLING_URL');
});

it('without billing, no service gets payment keys or the URL of a billing service', async () => {
  const { parts, envs } = await partsOf(undefined, ownKeys);
  expect([...envs.keys()]).toEqual(['migrate', 'gateway', 'background', 'worker-1']);
  const sold = { ...ownKeys, identity: parts.secrets.identitySecret };
  expect(Object.values(holders(envs, sold)).flat()).toEqual([]);
  for (const env of envs.values()) {
    for (const name of ['BILLING_URL', 'AFFILIATE_URL', ...Object.keys(paypal)]) {
      expect(env).not.toHaveProperty(name);
    }
  }
});

it.each(['billing', 'affiliate'] as const)(
  '%s uses the database that the user has set for it',
  async (service) => {
    const off = choosePayments({ FAKE_STRIPE: 'off' });
    const { parts } = await partsOf(off);
    const stack = { ...parts.stack, ownsDatabase: false };
    const envOf = (name: string, more: NodeJS.ProcessEnv = {}) =>
      sellingProduct(1, off)
        .services.find((one) => one.name === name)
        ?.envOf({ ...parts, stack, userEnv: { ...userEnv, ...more } });
    const variable = `${service.toUpperCase()}_DATABASE_URL` as keyof typeof userEnv;
    expect(envOf(service)?.DATABASE_URL).toBe(userEnv[variable]);
    expect(envOf(service, { [variable]: '' })?.DATABASE_URL).toBe(stack.env.DATABASE_URL);
    expect(envOf('gateway')?.DATABASE_URL).toBe(stack.env.DATABASE_URL);
  },
);
