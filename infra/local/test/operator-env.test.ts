import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepOperatorEnv, operatorEnv } from '../src/operator-env.ts';
import { UserError } from '../src/user-error.ts';
import { temporaryDir } from './temporary-dir.ts';

const billings = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'info',
  DATABASE_URL: 'postgres://billing:kept@127.0.0.1/gossamer',
  REDIS_URL: 'redis://:kept@127.0.0.1',
  REDIS_PREFIX: 'kept',
  BILLING_PORT: '4100',
  BILLING_DATABASE_SCHEMA: 'billing',
  IDENTITY_SECRET: 'kept identity secret',
  STRIPE_SECRET_KEY: 'sk_standin_kept',
  STRIPE_WEBHOOK_SECRET: 'whsec_kept',
  STRIPE_API_URL: 'http://127.0.0.1:4200',
  PUBLIC_URL: 'http://localhost:3000',
};
const foreign = {
  PATH: '/usr/bin',
  AWS_SECRET_ACCESS_KEY: 'of another program',
  GATEWAY_SECRET: 'of the gateway',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_own',
  MY_DATABASE_URL: 'postgres://elsewhere',
};
const fileIn = (dataDir: string) => join(dataDir, 'billing-env.json');

describe('what npm start keeps', () => {
  it('is what billing’s commands need and no other variable, for its owner only', () => {
    const dataDir = temporaryDir();
    keepOperatorEnv(dataDir, { ...foreign, ...billings });
    expect(JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).toEqual(billings);
    expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600);
  });

  it('comes before the user’s environment, and is not mixed with it', () => {
    const dataDir = temporaryDir();
    const { STRIPE_API_URL, ...live } = billings;
    keepOperatorEnv(dataDir, live);
    const userEnv = {
      ...foreign,
      DATABASE_URL: 'postgres://other/db',
      STRIPE_API_URL,
      REDIS_PREFIX: 'other',
    };
    expect(operatorEnv(dataDir, userEnv)).toEqual({ ...foreign, ...live });
  });

  it('brings nothing else from a file of an earlier version', () => {
    const dataDir = temporaryDir();
    writeFileSync(fileIn(dataDir), JSON.stringify({ ...foreign, ...billings }));
    expect(operatorEnv(dataDir, { PATH: '/bin' })).toEqual({ PATH: '/bin', ...billings });
  });
});

describe('where the product was never started', () => {
  it('the user’s environment counts, with billing’s own role', () => {
    expect(operatorEnv(temporaryDir(), { ...foreign, ...billings })).toEqual({ ...foreign, ...billings });
    const BILLING_DATABASE_URL = 'postgres://billing@elsewhere/gossamer';
    const env = operatorEnv(temporaryDir(), { ...billings, BILLING_DATABASE_URL });
    expect(env.DATABASE_URL).toBe(BILLING_DATABASE_URL);
  });

  it.each(['DATABASE_URL', 'REDIS_URL', 'IDENTITY_SECRET'] as const)('it says that %s is missing', (name) => {
    const read = () => operatorEnv(temporaryDir(), { ...billings, [name]: undefined });
    expect(read).toThrow(UserError);
    expect(read).toThrow(`lacks ${name} (`);
  });
});
