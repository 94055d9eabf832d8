import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { confirmEmail, signUp } from '../accounts/people.ts';
import { browser, form, startGateway, startWorker, type TestGateway, upload } from '../gateway.ts';

let gateway: TestGateway;
let image: Buffer;
const perAddress = 60;

beforeAll(async () => {
  gateway = await startGateway({
    GATEWAY_MAX_WAIT_MS: '600000',
    GATEWAY_ADDRESS_DAILY_COMPRESSIONS: String(perAddress),
  });
  const worker = startWorker(gateway);
  image = await photo({ widthPx: 16, heightPx: 12 });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

/**
 * Request headers with which a client pretends to be a new visitor without changing its IP address: no cookie, another
 * browser, a forged cookie, etc.
 */
const hops: Record<string, string>[] = [
  {},
  { 'user-agent': 'Mozilla/5.0 (another)' },
  { cookie: `visitor=${'a'.repeat(32)}.made-up` },
  { cookie: 'session=a.b.c' },
  { 'accept-language': 'tlh', dnt: '1' },
  { 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.1', 'true-client-ip': '203.0.113.1' },
  { forwarded: 'for="[2001:db8::1]"', 'cf-connecting-ip': '2001:db8::1', 'fastly-client-ip': '203.0.113.2' },
];

describe('an IP address without quota', () => {
  it('remains without quota for every new visitor', async () => {
    const visitors = [browser(gateway), browser(gateway)];
    for (const visitor of visitors) await visitor('/api/compressions');
    const all = visitors.flatMap((visitor) => Array.from({ length: 40 }, () => upload(visitor, image)));
    const accepted = (await Promise.all(all)).filter(({ ok }) => ok).length;
    expect(accepted).toBe(perAddress);
    for (const headers of hops) {
      const body = form([['image', image]]);
      const response = await fetch(`${gateway.url}/api/compress`, { method: 'POST', body, headers });
      expect([response.status, JSON.stringify(headers)]).toEqual([429, JSON.stringify(headers)]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'address_limit_reached' });
    }
  });

  it('gets no additional quota from new accounts, even if many are created', async () => {
    for (let times = 0; times < 6; times += 1) {
      const { browser: who } = await signUp(gateway);
      const responses = await Promise.all(Array.from({ length: 5 }, () => upload(who, image)));
      expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(429));
      expect(await responses[0]?.json()).toMatchObject({ code: 'unconfirmed_limit_reached' });
    }
  });

  it('allows fifty compressions to a member with a confirmed email address, but none after logout', async () => {
    const member = await signUp(gateway);
    await confirmEmail(gateway, member);
    const sent = await Promise.all(Array.from({ length: 55 }, () => upload(member.browser, image)));
    expect(sent.filter(({ ok }) => ok)).toHaveLength(50);
    await member.browser('/api/auth/logout');
    expect((await upload(member.browser, image)).status).toBe(429);
  });
});
