import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { identityHeader } from '@gossamer/service-kit/identity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { roomy, signUp } from '../accounts/people.ts';
import { json, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
const seen: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];

/** Upstream server whose responses contain redirects, security policies and cookies. */
const fakeStripe = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
  const isPage = request.method === 'GET';
  response.writeHead(isPage ? 200 : 303, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "script-src 'unsafe-inline' *",
    'set-cookie': 'session=stolen',
    ...(!isPage && { location: '/fake-stripe/portal/1' }),
  });
  response.end('<h1>Portal</h1>');
});

beforeAll(async () => {
  fakeStripe.listen(0, '127.0.0.1');
  await once(fakeStripe, 'listening');
  const url = `http://127.0.0.1:${(fakeStripe.address() as AddressInfo).port}`;
  gateway = await startGateway({ ...roomy, NODE_ENV: 'development', FAKE_STRIPE_URL: url });
});
afterAll(async () => {
  await gateway.close();
  fakeStripe.close();
});
beforeEach(() => void seen.splice(0));

it('the fake Stripe proxy forwards pages with the product’s Content Security Policy', async () => {
  const response = await fetch(`${gateway.url}/fake-stripe/link/pi_1?client_secret=x%20y`);
  expect([response.status, await response.text()]).toEqual([200, '<h1>Portal</h1>']);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(seen[0]?.line).toBe('GET /fake-stripe/link/pi_1?client_secret=x%20y');
});

it.each(['application/json', 'application/x-www-form-urlencoded'])(
  'the fake Stripe proxy forwards requests with the content type %s without the caller’s identity',
  async (type) => {
    const { browser: member } = await signUp(gateway);
    const body = type.endsWith('json') ? '{"months":1}' : 'months=1';
    const response = await member('/fake-stripe/clock', {
      method: 'POST',
      headers: { 'content-type': type, [identityHeader]: 'forged', authorization: 'Bearer x' },
      body,
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/fake-stripe/portal/1']);
    expect(seen[0]).toMatchObject({ line: 'POST /fake-stripe/clock', body });
    for (const name of ['cookie', 'authorization', identityHeader]) {
      expect(seen[0]?.headers).not.toHaveProperty(name);
    }
  },
);

it('the fake Stripe proxy rejects requests from other sites and path traversal', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };
  const response = await fetch(`${gateway.url}/fake-stripe/clock`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect([response.status, (await json(response)).code]).toEqual([403, 'cross_origin']);
  expect(seen).toEqual([]);
  for (const path of [
    '/v1/customers',
    '/fake-stripe/..%2fv1/customers',
    '/fake-stripe/%2e%2e/v1/customers',
  ]) {
    await fetch(gateway.url + path);
  }
  for (const { line } of seen) expect(line).toMatch(/^GET \/fake-stripe\//);
  for (const { line } of seen)
    expect(new URL(line.slice(4), 'http://x').pathname).toMatch(/^\/fake-stripe\//);
});

it('the fake Stripe proxy returns 503 if the fake Stripe is unavailable and 404 if it is not configured', async () => {
  const lonely = await startGateway({ NODE_ENV: 'development', FAKE_STRIPE_URL: 'http://127.0.0.1:1' });
  const answer = await fetch(`${lonely.url}/fake-stripe/`);
  expect([answer.status, (await json(answer)).code]).toEqual([503, 'payment_provider_unavailable']);
  await lonely.close();
  const without = await startGateway();
  expect((await fetch(`${without.url}/fake-stripe/`)).status).toBe(404);
  await without.close();
});
