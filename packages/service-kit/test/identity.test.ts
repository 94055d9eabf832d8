import { signJwt } from '@gossamer/testkit/sign-jwt';
import { describe, expect, it } from 'vitest';
import { readIdentity, signIdentity } from '../src/identity.ts';

const secret = 'a secret of more than thirty-two characters';
const who = {
  accountId: 'a1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'L',
  language: 'en',
  isEmailVerified: true,
} as const;
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** Returns a token like the gateway's, with some claims changed. An undefined value removes the claim. */
function token(
  changed: Record<string, unknown> = {},
  header: Record<string, unknown> = { alg: 'HS256', typ: 'JWT' },
) {
  const claims = { iss: 'gossamer-gateway', aud: 'billing', iat: secondsFromNow(0), exp: secondsFromNow(60) };
  return signJwt({ header, payload: { who, ...claims, ...changed } }, secret);
}

describe('a forwarded identity', () => {
  it('is read by the service that it was signed for', () => {
    expect(readIdentity(signIdentity(who, 'billing', secret), 'billing', secret)).toEqual(who);
    expect(readIdentity(token(), 'billing', secret)).toEqual(who);
  });

  it('is rejected if it is incomplete', () => {
    const { isEmailVerified, ...rest } = who;
    const signed = signIdentity(rest as typeof who, 'billing', secret);
    expect(readIdentity(signed, 'billing', secret)).toBeUndefined();
  });

  it('is rejected by any other service and by a service with another secret', () => {
    const signed = signIdentity(who, 'affiliate', secret);
    expect(readIdentity(signed, 'billing', secret)).toBeUndefined();
    expect(readIdentity(signed, 'affiliate', `${secret}!`)).toBeUndefined();
  });

  it.each([
    ['expired', { exp: secondsFromNow(-30) }],
    ['issued long ago', { iat: secondsFromNow(-120) }],
    ['issued in the future', { iat: secondsFromNow(30) }],
    ['from another issuer', { iss: 'gossamer' }],
    ['without an issuer', { iss: undefined }],
    ['without an audience', { aud: undefined }],
    ['without an expiry', { exp: undefined }],
    ['without an issue time', { iat: undefined }],
  ])('is rejected if it is %s', (_, changed) => {
    expect(readIdentity(token(changed), 'billing', secret)).toBeUndefined();
  });

  it.each([
    ['HS512', { alg: 'HS512', typ: 'JWT' }],
    ['another type', { alg: 'HS256', typ: 'at+jwt' }],
    ['no type', { alg: 'HS256' }],
    ['an unknown critical extension', { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false }],
  ])('is rejected if its header has %s', (_, header) => {
    expect(readIdentity(token({}, header), 'billing', secret)).toBeUndefined();
  });

  it.each([
    ['ahead', { iat: secondsFromNow(3) }],
    ['behind', { exp: secondsFromNow(-2) }],
    ['behind', { iat: secondsFromNow(-63) }],
  ])('is accepted from a gateway whose clock is %s by a few seconds', (_, changed) => {
    expect(readIdentity(token(changed), 'billing', secret)).toEqual(who);
  });

  it('is rejected if it is unsigned or malformed', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { who, iss: 'gossamer-gateway', aud: 'billing', iat: Date.now() / 1_000, exp: 4e9 };
    for (const forged of [`${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`, 'a.b.c', '']) {
      expect(readIdentity(forged, 'billing', secret)).toBeUndefined();
    }
  });
});
