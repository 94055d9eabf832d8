import { createHmac } from 'node:crypto';
import { identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application, identitySecret, newcomer, startAffiliate, type TestAffiliate } from './affiliate.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
afterAll(() => affiliate.close());

/** Returns an identity token like the gateway's, but with the given claims and signed with the given secret. */
function token(claims: object, secret = identitySecret): string {
  const now = Math.floor(Date.now() / 1_000);
  const payload = {
    who: newcomer(),
    iss: 'gossamer-gateway',
    aud: 'affiliate',
    iat: now,
    exp: now + 60,
    ...claims,
  };
  const signed = [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('the caller of the affiliate service', () => {
  const routes = [
    ['POST', '/partners'],
    ['GET', '/partner'],
    ['GET', '/partner/export'],
    ['GET', '/dashboards/MAYA2222'],
    ['GET', '/dashboards/MAYA2222/commissions'],
    ['GET', '/dashboards/MAYA2222/commissions.csv'],
    ['PUT', '/dashboards/MAYA2222/payout-email'],
  ] as const;
  const ask = async (method: string, path: string, identity?: string) => {
    const response = await fetch(affiliate.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(identity !== undefined && { [identityHeader]: identity }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(application) }),
    });
    return { status: response.status, body: await response.json() };
  };

  it.each(routes)('must be identified by the gateway for %s %s', async (method, path) => {
    const past = Math.floor(Date.now() / 1_000) - 600;
    const identities = [
      undefined,
      '',
      'nonsense',
      signIdentity(newcomer(), 'billing', identitySecret),
      token({ aud: 'billing' }),
      token({ iat: past, exp: past + 60 }),
      token({ iat: past, exp: past + 86_400 }),
      token({ iss: 'somebody' }),
      token({ who: undefined }),
      token({}, 'another secret of more than thirty-two characters'),
    ];
    for (const identity of identities) {
      expect(await ask(method, path, identity)).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
    }
  });

  it('is accepted if the gateway identifies it', async () => {
    expect((await ask('GET', '/partner', token({}))).status).toBe(200);
  });
});
