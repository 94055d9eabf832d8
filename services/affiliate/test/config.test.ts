import { ConfigError } from '@gossamer/service-kit/config';
import { describe, expect, it } from 'vitest';
import { readAffiliateConfig } from '../src/config.ts';

const needed = {
  DATABASE_URL: 'postgres://gossamer@localhost/gossamer',
  REDIS_URL: 'redis://localhost:6379',
  IDENTITY_SECRET: 'an identity secret of more than thirty-two characters',
};
const both = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret of PayPal’s' };

function faultOf(env: Record<string, string>): Error {
  try {
    readAffiliateConfig({ ...needed, ...env });
  } catch (error) {
    return error as Error;
  }
  throw new Error('Expected the configuration to be rejected.');
}

describe('the configuration', () => {
  it('requires a database, Redis and the identity secret, and has defaults for everything else', () => {
    expect(readAffiliateConfig(needed)).toEqual({
      log: { level: 'info' },
      internal: { host: '127.0.0.1', port: 0 },
      tracing: { isOn: false, keptShare: 1 },
      http: { host: '127.0.0.1', port: 4200 },
      database: { url: needed.DATABASE_URL, schema: 'affiliate' },
      redis: { url: needed.REDIS_URL, prefix: 'gossamer' },
      identitySecret: needed.IDENTITY_SECRET,
      publicUrl: 'http://localhost:3000',
      paypal: undefined,
    });
  });

  it('accepts both PayPal credentials, and uses the live API by default', () => {
    const live = { clientId: 'client', clientSecret: 'secret of PayPal’s', timeoutMs: 30_000 };
    expect(readAffiliateConfig({ ...needed, ...both }).paypal).toEqual({
      ...live,
      apiUrl: 'https://api-m.paypal.com',
    });
    const sandbox = { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com', PAYPAL_TIMEOUT_MS: '5000' };
    expect(readAffiliateConfig({ ...needed, ...both, ...sandbox }).paypal).toEqual({
      ...live,
      apiUrl: sandbox.PAYPAL_API_URL,
      timeoutMs: 5_000,
    });
  });

  it.each(Object.keys(both))('rejects %s alone, with an error that mentions both variables', (name) => {
    const empty = { PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '' };
    for (const other of [undefined, empty]) {
      const error = faultOf({ ...other, [name]: 'something of PayPal’s' });
      expect(error).toBeInstanceOf(ConfigError);
      expect(error.message).toContain('PAYPAL_CLIENT_ID');
      expect(error.message).toContain('PAYPAL_CLIENT_SECRET');
      expect(error.message).not.toContain('something of PayPal’s');
    }
  });

  it('treats empty PayPal variables as unset', () => {
    const empty = { PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_API_URL: '' };
    expect(readAffiliateConfig({ ...needed, ...empty }).paypal).toBeUndefined();
  });

  it.each([
    ['IDENTITY_SECRET', 'short'],
    ['AFFILIATE_PORT', '70000'],
    ['AFFILIATE_DATABASE_SCHEMA', 'affiliate; drop schema'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PAYPAL_API_URL', 'file:///etc/passwd'],
    ['DATABASE_URL', ''],
  ])('rejects %s=%s with an error that mentions the variable', (name, value) => {
    const error = faultOf({ [name]: value });
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain(name);
  });
});
