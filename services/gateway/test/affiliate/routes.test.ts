import { identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readGatewayConfig } from '../../src/config.ts';
import { rightPassword, roomy, send, signUp, type TestMember } from '../accounts/people.ts';
import { browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { identitySecret } from '../http/fake-service.ts';
import {
  application,
  approved,
  code,
  commissions,
  csv,
  dashboard,
  own,
  partneredBy,
  refusal,
  startAffiliate,
  type TestAffiliate,
} from './affiliate-server.ts';

let affiliate: TestAffiliate;
let gateway: TestGateway;
let member: TestMember;

beforeAll(async () => {
  affiliate = await startAffiliate();
  gateway = await startGateway({ ...roomy, ...partneredBy(affiliate) });
  member = await signUp(gateway, { preferredLanguage: 'de' });
  await gateway.servers.sql('update accounts set email_verified_at = now()');
  return async () => {
    await gateway.close();
    await affiliate.close();
  };
});

afterEach(async () => {
  affiliate.reset();
  await gateway.servers.sql('truncate counters');
});

const path = `/api/affiliate/dashboard/${code}`;
const payout = { payoutEmail: 'pay@example.com', currentPassword: rightPassword };

/**
 * Method, path and body of a member's request, the resulting request to the affiliate service, and the response to the
 * member.
 */
const memberRoutes = [
  ['POST', '/api/affiliate/apply', application, 'POST /partners', approved],
  ['GET', '/api/affiliate', undefined, 'GET /partner', own],
  ['GET', path, undefined, `GET /dashboards/${code}`, dashboard],
  ['GET', `${path}/commissions`, undefined, `GET /dashboards/${code}/commissions`, commissions],
  ['GET', `${path}/commissions.csv`, undefined, `GET /dashboards/${code}/commissions.csv`, csv.toString()],
  [
    ...(['PUT', `${path}/payout-email`, payout, `PUT /dashboards/${code}/payout-email`] as const),
    { payoutEmail: payout.payoutEmail },
  ],
] as const;

const bodyOf = async (response: Response) => {
  // Decode the bytes manually, because `response.text()` would remove the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
};

describe.each(memberRoutes)('%s %s', (method, route, body, call, answer) => {
  // Spec: 7.43
  it('responds to a member and sends the member’s signed identity to the affiliate service', async () => {
    const response = await send(member.browser, method, route, body);
    expect([response.status, await bodyOf(response)]).toEqual([200, answer]);
    expect(affiliate.calls.map((one) => `${one.method} ${one.path}`)).toEqual([call]);
    const { who, headers } = affiliate.last();
    expect(who).toEqual({
      accountId: member.accountId,
      email: member.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      language: 'de',
      isEmailVerified: true,
    });
    expect(headers.cookie).toBeUndefined();
    expect(headers['x-request-id']).toBe(response.headers.get('x-request-id'));
  });

  it('rejects visitors without a request to the affiliate service', async () => {
    const response = await send(browser(gateway), method, route, body);
    expect([response.status, (await json(response)).code]).toEqual([401, 'unauthorized']);
    expect(affiliate.calls).toEqual([]);
  });

  it('forwards errors from the affiliate service: code, field, details and Retry-After', async () => {
    const more = { field: 'payoutEmail', details: { left: 3 } };
    affiliate.play(call, refusal('invalid_email', more, { 'retry-after': '7' }));
    const response = await send(member.browser, method, route, body);
    expect([response.status, response.headers.get('retry-after')]).toEqual([400, '7']);
    expect(await json(response)).toMatchObject({ code: 'invalid_email', ...more });
  });

  it.each([
    ['missing', 'unavailable' as const],
    ['HTML', { status: 200, body: '<html>' }],
    [
      'not valid for its schema',
      { status: 200, body: { success: 'perhaps' }, headers: { 'content-type': 'text/x' } },
    ],
    ['an unknown error', { status: 502, body: { code: 'teapot' } }],
    ['an authentication error', refusal('unauthorized')],
    ['a redirect', { status: 302, body: {}, headers: { location: 'http://127.0.0.1:1/' } }],
  ])(
    'reports the affiliate program as unavailable if the affiliate service’s response is %s',
    async (_, how) => {
      affiliate.play(call, how);
      const response = await send(member.browser, method, route, body);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await json(response)).code).toBe('affiliate_unavailable');
    },
  );
});

describe('an affiliate application', () => {
  const apply = (more: object) =>
    send(member.browser, 'POST', '/api/affiliate/apply', { ...application, ...more });

  it('is trimmed and forwarded with the documented fields only', async () => {
    await apply({ name: '  Ada  ', website: ' a.example ', description: undefined, plan: 'pro' });
    expect(affiliate.last().body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      website: 'a.example',
      description: '',
    });
  });

  it.each([
    [{ name: 'A' }, 'invalid_full_name', 'name', { min: 2, max: 100 }],
    [{ name: 'Ada\u202eecalevoL' }, 'invalid_full_name', 'name', { min: 2, max: 100 }],
    [{ email: 'nowhere' }, 'invalid_email', 'email', undefined],
    [{ name: 'A\0da' }, 'invalid_full_name', 'name', { min: 2, max: 100 }],
    [{ name: '\u200b\u200d' }, 'invalid_full_name', 'name', { min: 2, max: 100 }],
    [{ website: 'x'.repeat(301) }, 'invalid_website', 'website', { max: 300 }],
    [{ website: 'ada\0.example' }, 'invalid_website', 'website', { max: 300 }],
    [{ description: 'x'.repeat(2_001) }, 'invalid_description', 'description', { max: 2_000 }],
    [{ description: 'I write\0.' }, 'invalid_description', 'description', { max: 2_000 }],
  ])(
    'is rejected if it contains %j, with an error that identifies the invalid field',
    async (wrong, fault, field, details) => {
      const response = await apply(wrong);
      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ code: fault, field, ...(details && { details }) });
      expect(affiliate.calls).toEqual([]);
    },
  );
});

describe('an affiliate dashboard', () => {
  const read = (query: string, route = path) => member.browser(`${route}${query}`);

  it('is requested from the affiliate service with its code in upper case, regardless of the case in the URL', async () => {
    expect((await read('?days=90', path.toLowerCase())).status).toBe(200);
    expect(affiliate.last()).toMatchObject({ path: `/dashboards/${code}`, query: '?days=90' });
    await read('');
    expect(affiliate.last().query).toBe('?days=30');
    await read('/commissions?cursor=a%26b%3D1');
    expect(affiliate.last().query).toBe('?cursor=a%26b%3D1');
  });

  it.each(['?days=31', '?days=30&days=90', '/commissions?cursor=a&cursor=b'])(
    'rejects a request with %s',
    async (query) => {
      const response = await read(query);
      expect([response.status, (await json(response)).code]).toEqual([400, 'invalid_request']);
      expect(affiliate.calls).toEqual([]);
    },
  );

  it('returns the same response for a foreign, an unknown and a malformed partner code', async () => {
    affiliate.play(`GET /dashboards/${code}`, refusal('affiliate_not_found'));
    affiliate.play('GET /dashboards/UNKNOWN', refusal('affiliate_not_found'));
    const codes = [code, 'unknown', 'abc', 'with-dash', 'a%2F..%2Fpartner', 'x'.repeat(500)];
    const answers = [];
    for (const one of codes) {
      const response = await member.browser(`/api/affiliate/dashboard/${one}`);
      const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
      answers.push({ status: response.status, headers, body: await response.text() });
    }
    expect(answers[0]).toMatchObject({
      status: 404,
      body: expect.stringContaining('"affiliate_not_found"'),
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(affiliate.calls).toHaveLength(2);
  });

  it('is never cached, regardless of the response status', async () => {
    affiliate.play('GET /dashboards/UNKNOWN', refusal('affiliate_not_found'));
    const responses = [
      ...[await read(''), await read('/commissions'), await read('/commissions.csv'), await read('?days=1')],
      ...[await member.browser('/api/affiliate/dashboard/UNKNOWN'), await browser(gateway)(path)],
      await send(member.browser, 'PUT', `${path}/payout-email`, payout),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 400, 404, 401, 200]);
    for (const { headers } of responses) expect(headers.get('cache-control')).toBe('no-store');
  });

  it('offers its commissions as a file named after the partner code, with unmodified content', async () => {
    const response = await read('/commissions.csv', path.toLowerCase());
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="gossamer-commissions-${code}.csv"`,
    );
    expect(Buffer.from(await response.arrayBuffer()).equals(csv)).toBe(true);
  });
});

it('an identity header sent by a client is neither trusted nor forwarded', async () => {
  const who = {
    accountId: 'victim',
    email: 'v@example.com',
    firstName: 'V',
    lastName: 'V',
    ...({ language: 'en', isEmailVerified: true } as const),
  };
  const headers = { [identityHeader]: signIdentity(who, 'affiliate', identitySecret) };
  expect((await fetch(gateway.url + path, { headers })).status).toBe(401);
  await member.browser(path, { headers });
  expect(affiliate.last().who?.accountId).toBe(member.accountId);
  const body = JSON.stringify({ code, source: 'landing_page' });
  const asJson = { ...headers, 'content-type': 'application/json' };
  await fetch(`${gateway.url}/api/affiliate/track`, { method: 'POST', headers: asJson, body });
  expect(affiliate.last()).toMatchObject({ path: '/clicks', who: undefined });
  expect(affiliate.last().headers).not.toHaveProperty(identityHeader);
});

it('affiliate applications and payout address changes from other sites are rejected', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  for (const [method, route, body] of memberRoutes.filter(([method]) => method !== 'GET')) {
    const response = await member.browser(route, { method, headers, body: JSON.stringify(body) });
    expect(response.status).toBe(403);
  }
  expect(affiliate.calls).toEqual([]);
});

it('without an affiliate service, referral clicks are ignored and all other affiliate routes return 503', async () => {
  const alone = await startGateway(roomy);
  const { browser: who } = await signUp(alone);
  for (const one of [who, browser(alone)]) {
    for (const [method, route, body] of memberRoutes) {
      const response = await send(one, method, route, body);
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
      expect((await json(response)).code).toBe('affiliate_unavailable');
    }
  }
  const click = await send(browser(alone), 'POST', '/api/affiliate/track', { code, source: 'landing_page' });
  expect([click.status, click.headers.getSetCookie().filter((line) => line.startsWith('referral'))]).toEqual([
    204,
    [],
  ]);
  await alone.close();
});

it('the configuration is rejected if it has AFFILIATE_URL but not the shared secret', () => {
  const read = (env: Record<string, string>) =>
    readGatewayConfig({
      DATABASE_URL: 'postgres://gateway@127.0.0.1/gossamer',
      REDIS_URL: 'redis://127.0.0.1',
      STORAGE_DIRECTORY: '/tmp/objects',
      GATEWAY_SECRET: 'x'.repeat(32),
      ...env,
    });
  const AFFILIATE_URL = 'http://127.0.0.1:4200';
  expect(() => read({ AFFILIATE_URL })).toThrow('IDENTITY_SECRET: is required with AFFILIATE_URL');
  const { affiliate: settings, billing } = read({ AFFILIATE_URL, IDENTITY_SECRET: identitySecret });
  expect([settings, billing]).toEqual([{ url: AFFILIATE_URL, identitySecret }, undefined]);
});
