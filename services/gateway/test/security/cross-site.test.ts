import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { rightPassword, userOf } from '../accounts/people.ts';
import { form, upload } from '../gateway.ts';
import { addEndpoint, signUpPro } from '../webhooks/members.ts';
import {
  addressOf,
  everyRow,
  isUnsafe,
  nameOf,
  type Route,
  startWholeGateway,
  type WholeGateway,
} from './every-route.ts';

let whole: WholeGateway;
let member: Awaited<ReturnType<typeof signUpPro>>;
let image: Buffer;

beforeAll(async () => {
  whole = await startWholeGateway();
  image = await photo({ widthPx: 16, heightPx: 12 });
  member = await signUpPro(whole.gateway);
  await addEndpoint(member, 'https://receiver.example/hook');
  await upload(member.browser, image);
  // Listing the webhooks creates the built-in webhook for per-job URLs.
  await member.browser('/api/webhooks');
  return () => whole.close();
});

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1.evil.example' },
  { origin: 'http://evil127.0.0.1' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];
const json = JSON.stringify({ currentPassword: rightPassword, label: 'x', email: 'thief@example.com' });

/** Request bodies that a form, an image or a script on another website can send. */
const bodies: [string, () => RequestInit][] = [
  ['a form with a file', () => ({ body: form([['image', image]]) })],
  ['an empty form', () => ({ body: new URLSearchParams() })],
  ['text', () => ({ body: json, headers: { 'content-type': 'text/plain' } })],
  ['JSON', () => ({ body: json, headers: { 'content-type': 'application/json' } })],
  ['nothing', () => ({})],
];

/**
 * Returns the cross-site request headers to test. For API routes, returns only one set, to stay below the rate limit
 * for requests without a key.
 */
const sitesFor = ({ usesApiKey }: Route) => (usesApiKey ? foreign.slice(0, 1) : foreign);

describe('a request from another site', () => {
  it('changes no data on any route, and is rejected by routes that require an API key', {
    timeout: 120_000,
  }, async () => {
    const before = await everyRow(whole.gateway);
    const unsafe = whole.routes.filter(isUnsafe);
    expect(unsafe.length).toBeGreaterThan(30);
    const tries = unsafe.flatMap((route) =>
      sitesFor(route).flatMap((from) => bodies.map(([kind, init]) => ({ route, from, kind, init }))),
    );
    for (const { route, from, kind, init } of tries) {
      const { headers, body } = init();
      const request = { method: route.method, headers: { ...from, ...headers }, ...(body && { body }) };
      const response = await member.browser(addressOf(route), request as RequestInit);
      const what = `${nameOf(route)} ${kind} from ${JSON.stringify(from)}`;
      expect(response.status, what).toBe(route.usesApiKey ? 401 : 403);
      const text = await response.text();
      if (!route.usesApiKey) expect(text, what).toContain('"code":"cross_origin"');
      expect(response.headers.getSetCookie(), what).toEqual([]);
    }
    expect(await everyRow(whole.gateway)).toBe(before);
  });

  it('changes no data if it is sent as a link or an image', async () => {
    const before = await everyRow(whole.gateway);
    const links = whole.routes
      .filter(({ method }) => method === 'GET')
      .flatMap((route) => ['navigate', 'no-cors', 'cors'].map((mode) => ({ route, mode })));
    for (const { route, mode } of links) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode };
      const response = await member.browser(addressOf(route), { headers });
      expect(response.status, nameOf(route)).toBeLessThan(500);
      await response.body?.cancel();
    }
    expect(await everyRow(whole.gateway)).toBe(before);
    expect(await userOf(member.browser)).toBeDefined();
  });
});

describe('a response', () => {
  const own = () => new URL(whole.gateway.url);
  const origins = () => [
    'null',
    'https://evil.example',
    `${own().origin}.evil.example`,
    `http://evil${own().host}`,
    `http://${own().hostname}:1`,
    `https://user@${own().host}`,
    own().origin.toUpperCase(),
    '*',
  ];

  /**
   * Returns the CORS headers of the responses to a preflight request and to an actual request from the given origin.
   */
  async function allowed(route: Route, origin: string): Promise<(string | null)[]> {
    const preflight = {
      'access-control-request-method': route.method,
      'access-control-request-headers': 'content-type, authorization',
    };
    const address = addressOf(route);
    const answers = await Promise.all([
      member.browser(address, { method: 'OPTIONS', headers: { origin, ...preflight } }),
      member.browser(address, { method: route.method, headers: { origin } }),
    ]);
    return answers.flatMap(({ headers, body }) => {
      void body?.cancel();
      return [headers.get('access-control-allow-credentials'), headers.get('access-control-allow-origin')];
    });
  }

  it('to a request with cookies cannot be read by pages of other origins', { timeout: 120_000 }, async () => {
    for (const route of whole.routes) {
      for (const origin of origins()) {
        const [ofPreflight, preflightFor, ofAnswer, answerFor] = await allowed(route, origin);
        const what = `${nameOf(route)} from ${origin}`;
        expect([ofPreflight, ofAnswer], what).toEqual([null, null]);
        const mayBe = route.url.startsWith('/api/v1') ? [null, '*'] : [null];
        expect(mayBe, what).toContain(preflightFor);
        expect(mayBe, what).toContain(answerFor);
      }
    }
  });
});
