import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepOperatorEnv, operatorEnv } from '../src/operator-env.ts';
import { UserError } from '../src/user-error.ts';
import { temporaryDir } from './temporary-dir.ts';

const shared = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'info',
  REDIS_URL: 'redis://:kept@127.0.0.1',
  REDIS_PREFIX: 'kept',
  IDENTITY_SECRET: 'kept identity secret',
  PUBLIC_URL: 'http://localhost:3000',
};
const billings = {
  ...shared,
  DATABASE_URL: 'postgres://billing:kept@127.0.0.1/gossamer',
  BILLING_PORT: '4100',
  BILLING_DATABASE_SCHEMA: 'billing',
  STRIPE_SECRET_KEY: 'sk_fake_kept',
  STRIPE_WEBHOOK_SECRET: 'whsec_kept',
  STRIPE_API_URL: 'http://127.0.0.1:4200',
};
const affiliates = {
  ...shared,
  DATABASE_URL: 'postgres://affiliate:kept@127.0.0.1/gossamer',
  AFFILIATE_PORT: '4200',
  AFFILIATE_DATABASE_SCHEMA: 'affiliate',
  PAYPAL_CLIENT_ID: 'kept id',
  PAYPAL_CLIENT_SECRET: 'kept secret',
  PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
};
const foreign = {
  PATH: '/usr/bin',
  AWS_SECRET_ACCESS_KEY: 'of another program',
  GATEWAY_SECRET: 'of the gateway',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_own',
  MY_DATABASE_URL: 'postgres://elsewhere',
};

/**
 * For each service: its own variables, a user variable that must not be mixed in, and values that it must not receive.
 */
const services = [
  ['billing', billings, { STRIPE_API_URL: 'https://other.example' }, { PAYPAL_CLIENT_ID: 'own id' }],
  [
    'affiliate',
    affiliates,
    { PAYPAL_API_URL: 'https://other.example' },
    { STRIPE_SECRET_KEY: 'sk_live_own' },
  ],
] as const;

describe.each(services)('the environment of the %s operator commands', (service, own, mixable, others) => {
  const fileIn = (dataDir: string) => join(dataDir, `${service}-env.json`);
  const notOwn = { ...foreign, ...others };

  it('is stored by npm start with only the required variables, readable only by the owner', () => {
    const dataDir = temporaryDir();
    keepOperatorEnv(dataDir, service, { ...notOwn, ...own });
    expect(JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).toEqual(own);
    expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600);
  });

  it('is the stored environment, without variables from the user’s environment', () => {
    const dataDir = temporaryDir();
    const [name = ''] = Object.keys(mixable);
    const { [name]: _, ...kept } = { ...own } as Record<string, string>;
    keepOperatorEnv(dataDir, service, kept);
    const userEnv = { ...notOwn, ...mixable, DATABASE_URL: 'postgres://other/db', REDIS_PREFIX: 'other' };
    expect(operatorEnv(dataDir, service, userEnv)).toEqual({ ...notOwn, ...kept });
  });

  it('excludes unneeded variables in a file written by an earlier version', () => {
    const dataDir = temporaryDir();
    writeFileSync(fileIn(dataDir), JSON.stringify({ ...notOwn, ...own }));
    expect(operatorEnv(dataDir, service, { PATH: '/bin' })).toEqual({ PATH: '/bin', ...own });
  });

  it('is the user’s environment with the service’s database URL if the product was never started', () => {
    const env = { ...notOwn, ...own };
    expect(operatorEnv(temporaryDir(), service, env)).toEqual(env);
    const database = `postgres://${service}@elsewhere/gossamer`;
    const named = { ...own, [`${service.toUpperCase()}_DATABASE_URL`]: database };
    expect(operatorEnv(temporaryDir(), service, named).DATABASE_URL).toBe(database);
  });

  it.each(['DATABASE_URL', 'REDIS_URL', 'IDENTITY_SECRET'] as const)('is rejected without %s', (name) => {
    const read = () => operatorEnv(temporaryDir(), service, { ...own, [name]: undefined });
    expect(read).toThrow(UserError);
    expect(read).toThrow(`Missing environment variables: ${name}.`);
  });
});

it('each service’s environment is stored separately', () => {
  const dataDir = temporaryDir();
  keepOperatorEnv(dataDir, 'billing', billings);
  keepOperatorEnv(dataDir, 'affiliate', affiliates);
  expect(operatorEnv(dataDir, 'billing', {})).toEqual(billings);
  expect(operatorEnv(dataDir, 'affiliate', {})).toEqual(affiliates);
});
