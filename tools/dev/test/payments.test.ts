import { describe, expect, it } from 'vitest';
import { choosePayments, describePayments } from '../src/payments.ts';

const ownKeys = {
  STRIPE_SECRET_KEY: 'sk_live_own',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_own',
  STRIPE_WEBHOOK_SECRET: 'whsec_own',
};

describe('choosePayments with Stripe keys', () => {
  it.each([undefined, '0.0.0.0'])('uses Stripe on host %s', (GATEWAY_HOST) => {
    const choice = choosePayments({ ...ownKeys, GATEWAY_HOST, FAKE_STRIPE: 'on' });
    expect(choice.kind).toBe('stripe');
    expect(describePayments(choice)).toBeUndefined();
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'Missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET'],
    ['STRIPE_PUBLISHABLE_KEY', 'Missing: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET'],
  ] as const)('rejects %s without the other keys, and does not reveal its value', (name, missing) => {
    const choose = () => choosePayments({ [name]: ownKeys[name], FAKE_STRIPE: 'off' });
    expect(choose).toThrow(missing);
    expect(choose).not.toThrow(ownKeys[name]);
  });
});

describe('choosePayments without keys', () => {
  it.each([undefined, '127.0.0.1', '::1', 'localhost'])('uses test mode on host %s', (GATEWAY_HOST) => {
    const choice = choosePayments({ GATEWAY_HOST });
    expect(choice).toEqual({ kind: 'fakeStripe' });
    expect(describePayments(choice)).toContain('test mode');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'localhost.example', '127.0.0.1.example'])(
    'disables payments on host %s, unless test mode is requested',
    (GATEWAY_HOST) => {
      const line = describePayments(choosePayments({ GATEWAY_HOST }));
      expect(line).toContain(`payments: off (GATEWAY_HOST=${GATEWAY_HOST} `);
      expect(line).toContain('FAKE_STRIPE=on');
      expect(line).not.toContain('\n');
      expect(choosePayments({ GATEWAY_HOST, FAKE_STRIPE: 'on' })).toEqual({ kind: 'fakeStripe' });
    },
  );

  it.each([undefined, 'http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'uses test mode with PUBLIC_URL %s',
    (PUBLIC_URL) => expect(choosePayments({ PUBLIC_URL })).toEqual({ kind: 'fakeStripe' }),
  );

  it.each(['https://gossamer.example', 'http://192.168.1.5:3000', 'https://localhost.example'])(
    'disables payments behind a proxy with PUBLIC_URL %s, unless test mode is requested',
    (PUBLIC_URL) => {
      const line = describePayments(choosePayments({ PUBLIC_URL, GATEWAY_HOST: '127.0.0.1' }));
      expect(line).toContain(`payments: off (PUBLIC_URL=${PUBLIC_URL} `);
      expect(choosePayments({ PUBLIC_URL, FAKE_STRIPE: 'on' })).toEqual({ kind: 'fakeStripe' });
    },
  );

  it('disables payments behind a trusted proxy without a PUBLIC_URL, unless test mode is requested', () => {
    const GATEWAY_TRUSTED_PROXIES = '127.0.0.1/32';
    const line = describePayments(choosePayments({ GATEWAY_TRUSTED_PROXIES }));
    expect(line).toContain('payments: off (GATEWAY_TRUSTED_PROXIES=127.0.0.1/32 ');
    const choice = choosePayments({ GATEWAY_TRUSTED_PROXIES, FAKE_STRIPE: 'on' });
    expect(choice).toEqual({ kind: 'fakeStripe' });
  });

  it('disables payments if the fake Stripe is disabled', () => {
    const choice = choosePayments({ FAKE_STRIPE: 'off' });
    expect(choice.kind).toBe('none');
    expect(describePayments(choice)).toBe('payments: off (FAKE_STRIPE=off)');
  });
});

it('choosePayments rejects the previous name of FAKE_STRIPE instead of ignoring it', () => {
  expect(() => choosePayments({ STRIPE_STAND_IN: 'off' })).toThrow('set FAKE_STRIPE instead');
});

it('describePayments returns nothing for a product without billing', () => {
  expect(describePayments(undefined)).toBeUndefined();
});
