import { SignJWT } from 'jose';
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
const key = (text = secret) => new TextEncoder().encode(text);

/** A token as the gateway makes it, with one thing different. */
function token(change: (jwt: SignJWT) => SignJWT, header = { alg: 'HS256', typ: 'JWT' }) {
  const jwt = new SignJWT({ who })
    .setProtectedHeader(header)
    .setIssuer('gossamer-gateway')
    .setAudience('billing')
    .setIssuedAt()
    .setExpirationTime('60s');
  return change(jwt).sign(key());
}

describe('a forwarded identity', () => {
  it('is read by the service that it was signed for', async () => {
    expect(await readIdentity(await signIdentity(who, 'billing', secret), 'billing', secret)).toEqual(who);
    expect(await readIdentity(await token((jwt) => jwt), 'billing', secret)).toEqual(who);
  });

  it('is refused when it does not say all of who asks', async () => {
    const { isEmailVerified, ...rest } = who;
    const signed = await signIdentity(rest as typeof who, 'billing', secret);
    expect(await readIdentity(signed, 'billing', secret)).toBeUndefined();
  });

  it('is worth nothing to another service, or under another secret', async () => {
    const signed = await signIdentity(who, 'affiliate', secret);
    expect(await readIdentity(signed, 'billing', secret)).toBeUndefined();
    expect(await readIdentity(signed, 'affiliate', `${secret}!`)).toBeUndefined();
  });

  it.each([
    ['over', (jwt: SignJWT) => jwt.setExpirationTime(secondsFromNow(-30))],
    ['made long ago', (jwt: SignJWT) => jwt.setIssuedAt(secondsFromNow(-120))],
    ['made in the future', (jwt: SignJWT) => jwt.setIssuedAt(secondsFromNow(30))],
    ['of another issuer', (jwt: SignJWT) => jwt.setIssuer('gossamer')],
  ])('is refused when it is %s', async (_, change) => {
    expect(await readIdentity(await token(change), 'billing', secret)).toBeUndefined();
  });

  it.each([
    ['whose clock is ahead', (jwt: SignJWT) => jwt.setIssuedAt(secondsFromNow(3))],
    ['whose clock is behind', (jwt: SignJWT) => jwt.setExpirationTime(secondsFromNow(-2))],
  ])('is believed of a gateway %s by seconds', async (_, change) => {
    expect(await readIdentity(await token(change), 'billing', secret)).toEqual(who);
  });

  it('is refused without a signature, and as any other text', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { who, iss: 'gossamer-gateway', aud: 'billing', iat: Date.now() / 1_000, exp: 4e9 };
    for (const forged of [`${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`, 'a.b.c', '']) {
      expect(await readIdentity(forged, 'billing', secret)).toBeUndefined();
    }
  });
});
