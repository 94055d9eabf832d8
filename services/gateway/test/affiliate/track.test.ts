import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { post, roomy, send, signUp } from '../accounts/people.ts';
import { type Browser, browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { code, partneredBy, refusal, startAffiliate, type TestAffiliate } from './affiliate-server.ts';

let affiliate: TestAffiliate;
let gateway: TestGateway;

beforeAll(async () => {
  affiliate = await startAffiliate();
  gateway = await startGateway({ ...roomy, ...partneredBy(affiliate) });
  return async () => {
    await gateway.close();
    await affiliate.close();
  };
});

afterEach(async () => {
  affiliate.reset();
  gateway.deps.clock = () => new Date();
  await gateway.servers.sql('truncate counters');
});

const path = '/api/affiliate/track';
const click = (who: Browser, given: unknown = code) =>
  post(who, path, { code: given, source: 'landing_page' });
/** Returns a browser with a visitor cookie. The cookie is set when a referral link loads a page. */
async function visitor(): Promise<Browser> {
  const who = browser(gateway);
  await who('/api/stats');
  return who;
}
const referralOf = (who: Browser) => who.cookies.get('referral');

describe('a referral click', () => {
  // Spec: 3.55, 7.47
  it('is reported to the affiliate service once and remembered for thirty days', async () => {
    const who = await visitor();
    const response = await post(who, path, { code: ` ${code.toLowerCase()} `, source: 'landing_page' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(affiliate.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /clicks']);
    const { body, headers } = affiliate.last();
    expect(body).toEqual({
      code,
      visitorKey: who.cookies.get('visitor')?.split('.')[0],
      networkKey: expect.stringMatching(/^[\w-]{43}$/),
      userAgent: expect.any(String),
    });
    expect([headers.cookie, headers['x-request-id']]).toEqual([
      undefined,
      response.headers.get('x-request-id'),
    ]);
    const line = response.headers.getSetCookie().find((one) => one.startsWith('referral=')) ?? '';
    expect(line).toMatch(new RegExp(`^referral=${code}\\.\\d{10}\\.[\\w+/]+; `));
    for (const attribute of [`Max-Age=${30 * 24 * 3_600}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(line).toContain(`; ${attribute}`);
    }
  });

  it('is reported with a network key that changes daily, never with the IP address', async () => {
    const keyOf = async (who: Browser) => {
      await click(who);
      const body = affiliate.last().body as { networkKey: string };
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|::1|address:/);
      return body.networkKey;
    };
    gateway.deps.clock = () => new Date('2026-03-15T00:00:00Z');
    const first = await keyOf(await visitor());
    gateway.deps.clock = () => new Date('2026-03-15T23:59:59Z');
    expect(await keyOf(await visitor())).toBe(first);
    gateway.deps.clock = () => new Date('2026-03-16T00:00:00Z');
    expect(await keyOf(await visitor())).not.toBe(first);
  });

  it('is stored in a cookie with the prefix __Host- if the site uses TLS', async () => {
    const secure = await startGateway({ ...partneredBy(affiliate), PUBLIC_URL: 'https://gossamer.example' });
    const response = await click(browser(secure));
    const line = response.headers.getSetCookie().find((one) => one.startsWith('__Host-referral=')) ?? '';
    expect(line).toMatch(/; Secure/);
    expect(line).not.toMatch(/; Domain/);
    await secure.close();
  });

  it('is reported with the user agent, so that clicks by bots can be identified', async () => {
    await (await visitor())(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Googlebot/2.1' },
      body: JSON.stringify({ code, source: 'landing_page' }),
    });
    expect(affiliate.last().body.userAgent).toBe('Googlebot/2.1');
  });

  it('gets the usual response, but is not remembered, if the partner code is unknown', async () => {
    const who = await visitor();
    expect((await click(who, 'UNKNOWN')).status).toBe(204);
    expect([affiliate.calls.length, referralOf(who)]).toEqual([1, undefined]);
  });

  it('is counted per IP address if the client has no cookie or a forged one', async () => {
    const keys = [];
    for (const cookie of ['', `visitor=${'a'.repeat(32)}.forged`]) {
      const who = browser(gateway);
      if (cookie) who.cookies.set('visitor', cookie.slice('visitor='.length));
      await click(who);
      keys.push(affiliate.last().body.visitorKey);
    }
    expect(keys[0]).toMatch(/^address:/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is ignored if the caller is a member', async () => {
    const { browser: who } = await signUp(gateway);
    expect((await click(who)).status).toBe(204);
    expect([affiliate.calls, referralOf(who)]).toEqual([[], undefined]);
  });

  it.each(['prefetch', 'prefetch;prerender', 'prerender;anonymous-client-ip', 'Prefetch'])(
    'is ignored when the browser prefetches the page (%s)',
    async (purpose) => {
      const who = await visitor();
      const response = await who(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-purpose': purpose },
        body: JSON.stringify({ code, source: 'landing_page' }),
      });
      expect([response.status, affiliate.calls, referralOf(who)]).toEqual([204, [], undefined]);
    },
  );

  it.each([
    ['is unavailable', 'unavailable' as const],
    ['is slow', 'silent' as const],
    ['fails', refusal('internal')],
    ['answers with another schema', { status: 200, body: { isPartner: 'yes' } }],
  ])('is remembered when the affiliate service %s, so that no commission is lost', async (_, how) => {
    affiliate.play('POST /clicks', how);
    const who = await visitor();
    expect((await click(who)).status).toBe(204);
    expect(referralOf(who)).toMatch(new RegExp(`^${code}\\.`));
  });

  it.each([
    [{ code: 'abc', source: 'landing_page' }, 'invalid_affiliate_code'],
    [{ code: 'with-dash', source: 'landing_page' }, 'invalid_affiliate_code'],
    [{ code: 'x'.repeat(21), source: 'landing_page' }, 'invalid_affiliate_code'],
    [{ code: 7, source: 'landing_page' }, 'invalid_affiliate_code'],
    [{ source: 'landing_page' }, 'invalid_affiliate_code'],
    [{ code, source: 'mail' }, 'invalid_request'],
    [{ code }, 'invalid_request'],
    ['{"code":', 'invalid_request'],
    ['null', 'invalid_request'],
  ])('is rejected with the body %j', async (body, fault) => {
    const who = await visitor();
    const response = await send(who, 'POST', path, body);
    expect([response.status, (await json(response)).code]).toEqual([400, fault]);
    expect([affiliate.calls, referralOf(who)]).toEqual([[], undefined]);
  });
});

describe('the first referral click', () => {
  it('takes precedence over later clicks, which are still counted', async () => {
    const who = await visitor();
    await click(who);
    const first = referralOf(who);
    affiliate.play('POST /clicks', { status: 200, body: { isPartner: true } });
    const response = await click(who, 'LATER99');
    expect(response.headers.getSetCookie().some((line) => line.startsWith('referral'))).toBe(false);
    expect([referralOf(who), affiliate.calls.length]).toEqual([first, 2]);
  });

  it('expires after thirty days even if the browser keeps the cookie', async () => {
    const who = await visitor();
    await click(who);
    affiliate.play('POST /clicks', { status: 200, body: { isPartner: true } });
    const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
    gateway.deps.clock = () => later(29.9);
    await click(who, 'LATER99');
    expect(referralOf(who)).toMatch(new RegExp(`^${code}\\.`));
    gateway.deps.clock = () => later(30.1);
    await click(who, 'LATER99');
    expect(referralOf(who)).toMatch(/^LATER99\./);
  });

  it('is not read from a forged cookie', async () => {
    const who = await visitor();
    who.cookies.set('referral', `EVIL666.${Math.floor(Date.now() / 1_000)}.c2lnbmVk`);
    await click(who);
    expect(referralOf(who)).toMatch(new RegExp(`^${code}\\.`));
  });
});
