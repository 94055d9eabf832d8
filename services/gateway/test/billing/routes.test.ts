import { forwardedIdentity, identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roomy, send, signUp, type TestMember } from '../accounts/people.ts';
import { browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { identitySecret } from '../http/fake-service.ts';
import {
  half,
  incomplete,
  paid,
  refusal,
  sellingBy,
  startBilling,
  summary,
  type TestBilling,
} from './billing-server.ts';

let billing: TestBilling;
let gateway: TestGateway;
let member: TestMember;

beforeAll(async () => {
  billing = await startBilling();
  gateway = await startGateway({ ...roomy, ...sellingBy(billing) });
  member = await signUp(gateway, { preferredLanguage: 'de' });
  return async () => {
    await gateway.close();
    await billing.close();
  };
});

afterEach(async () => {
  billing.reset();
  await gateway.servers.sql('truncate counters');
  await gateway.servers.sql('truncate refund_requests');
});

/**
 * Method, path and body of a member's request, the resulting request to the billing service, and the status and body of
 * the response to the member.
 */
const memberRoutes = [
  ['POST', '/api/create-subscription', {}, 'POST /subscriptions', 200, incomplete],
  ['POST', '/api/billing/confirm', undefined, 'POST /confirm', 200, paid],
  ['POST', '/api/billing/portal', undefined, 'POST /portal', 200, { url: expect.any(String) }],
  ['GET', '/api/billing', undefined, 'GET /summary', 200, { ...summary, isRefundRequested: false }],
  ['POST', '/api/billing/refund-request', { reason: 'x' }, 'POST /refund-requests', 204, undefined],
] as const;

const bodyOf = async (response: Response) => {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
};

describe.each(memberRoutes)('%s %s', (method, path, body, call, status, answer) => {
  it('responds to a member and sends the member’s signed identity to billing', async () => {
    const response = await send(member.browser, method, path, body);
    expect([response.status, await bodyOf(response)]).toEqual([status, answer]);
    expect(billing.calls.map((one) => `${one.method} ${one.path}`)).toEqual([call]);
    const { who, headers } = billing.last();
    expect(who).toEqual({
      accountId: member.accountId,
      email: member.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      language: 'de',
      isEmailVerified: false,
    });
    expect(headers.cookie).toBeUndefined();
    expect(headers['x-request-id']).toBe(response.headers.get('x-request-id'));
  });

  // Spec: 7.35
  it('rejects visitors without a request to billing', async () => {
    const response = await send(browser(gateway), method, path, body);
    expect([response.status, (await json(response)).code]).toEqual([401, 'unauthorized']);
    expect(billing.calls).toEqual([]);
  });

  // Spec: 3.54
  it('forwards errors from billing: code, field, details and Retry-After', async () => {
    const more = { field: 'promoCode', details: { left: 3 } };
    billing.play(call, refusal('promo_code_not_applicable', more, { 'retry-after': '7' }));
    const response = await send(member.browser, method, path, body);
    expect([response.status, response.headers.get('retry-after')]).toEqual([422, '7']);
    const requestId = response.headers.get('x-request-id');
    expect(await json(response)).toEqual({
      code: 'promo_code_not_applicable',
      ...more,
      requestId,
      message:
        'This promo code does not apply to this subscription. Use another code, or continue without one.',
    });
  });

  it.each([
    ['missing', 'unavailable' as const],
    ['HTML', { status: 200, body: '<html>' }],
    ['not valid for its schema', { status: 200, body: { status: 'sold' } }],
    ['an unknown error', { status: 502, body: { code: 'teapot' } }],
    ['an authentication error', refusal('unauthorized')],
    ['a redirect', { status: 302, body: {}, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('reports payments as unavailable if billing’s response is %s', async (_, how) => {
    billing.play(call, how);
    const response = await send(member.browser, method, path, body);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await json(response)).code).toBe('payment_provider_unavailable');
  });
});

describe('POST /api/billing/promo-code', () => {
  const ask = (who = member.browser, promoCode: unknown = half.code) =>
    send(who, 'POST', '/api/billing/promo-code', { promoCode });

  it('responds to members and visitors, and forwards only a member’s identity to billing', async () => {
    expect(await bodyOf(await ask())).toEqual(half);
    expect(billing.last().who?.accountId).toBe(member.accountId);
    expect(await bodyOf(await ask(browser(gateway)))).toEqual(half);
    expect(billing.last().headers).not.toHaveProperty(identityHeader);
  });

  // Spec: 5.26
  it.each(['', 'two words', 'x'.repeat(65), 7, null])(
    'rejects %j without a request to billing',
    async (promoCode) => {
      const response = await ask(member.browser, promoCode);
      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ code: 'invalid_promo_code', field: 'promoCode' });
      expect(billing.calls).toEqual([]);
    },
  );

  it('returns 422 for an unknown code', async () => {
    const response = await ask(browser(gateway), 'NOPE');
    expect(response.status).toBe(422);
    expect(await json(response)).toMatchObject({ code: 'promo_code_not_found', field: 'promoCode' });
  });
});

describe('a Pro subscription', () => {
  // Spec: 7.34
  it('can be started with a trimmed promo code or without a body', async () => {
    const begin = (body?: unknown) => send(member.browser, 'POST', '/api/create-subscription', body);
    expect(await bodyOf(await begin({ promoCode: ' HALF ' }))).toMatchObject({ promotion: half });
    expect(billing.last().body).toEqual({ promoCode: 'HALF' });
    expect((await begin()).status).toBe(200);
    const wrong = await begin({ promoCode: 'a b' });
    expect([wrong.status, (await json(wrong)).code]).toEqual([400, 'invalid_promo_code']);
  });

  it('belongs to the logged-in member even if it is started with the form for visitors', async () => {
    const path = '/api/create-anonymous-subscription';
    const response = await send(member.browser, 'POST', path, { email: 'other@example.com' });
    expect([response.status, await bodyOf(response)]).toEqual([200, incomplete]);
    expect(billing.last().who?.accountId).toBe(member.accountId);
  });

  it('cannot be started from another site', async () => {
    for (const [method, path] of memberRoutes.filter(([method]) => method === 'POST')) {
      const response = await member.browser(path, { method, headers: { origin: 'https://evil.example' } });
      expect(response.status).toBe(403);
    }
    expect(billing.calls).toEqual([]);
  });
});

describe('an identity header from a client', () => {
  const forged = () =>
    signIdentity(
      {
        accountId: 'victim',
        email: 'v@example.com',
        firstName: 'V',
        lastName: 'V',
        language: 'en',
        isEmailVerified: true,
      },
      'billing',
      identitySecret,
    );

  it('is neither trusted nor forwarded', async () => {
    const headers = { [identityHeader]: await forged() };
    const visitor = await fetch(`${gateway.url}/api/billing`, { headers });
    expect(visitor.status).toBe(401);
    const body = JSON.stringify({ promoCode: half.code });
    const asJson = { ...headers, 'content-type': 'application/json' };
    await fetch(`${gateway.url}/api/billing/promo-code`, { method: 'POST', headers: asJson, body });
    expect(billing.last().headers).not.toHaveProperty(identityHeader);
    await fetch(`${gateway.url}/webhooks/stripe`, { method: 'POST', headers: asJson, body });
    expect(billing.last().headers).not.toHaveProperty(identityHeader);
    await member.browser('/api/billing', { headers });
    expect(forwardedIdentity.parse(billing.last().who).accountId).toBe(member.accountId);
  });
});

it('every billing route reports payments as not configured without a billing service', async () => {
  const alone = await startGateway(roomy);
  const { browser: who } = await signUp(alone);
  const routes = [
    ...memberRoutes.map(([method, path]) => [method, path] as const),
    ['POST', '/api/billing/promo-code'],
    ['POST', '/api/create-anonymous-subscription'],
    ['POST', '/webhooks/stripe'],
  ] as const;
  for (const one of [who, browser(alone)]) {
    for (const [method, path] of routes) {
      const response = await send(one, method, path, method === 'POST' ? {} : undefined);
      expect([path, response.status, (await json(response)).code]).toEqual([
        path,
        503,
        'payments_not_configured',
      ]);
    }
  }
  expect(await alone.servers.sql('select 1 from accounts')).toHaveLength(1);
  await alone.close();
});
