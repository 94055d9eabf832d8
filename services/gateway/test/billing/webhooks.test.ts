import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway.ts';
import { refusal, sellingBy, startBilling, type TestBilling } from './billing-server.ts';

let billing: TestBilling;
let gateway: TestGateway;

beforeAll(async () => {
  billing = await startBilling();
  gateway = await startGateway(sellingBy(billing));
  return async () => {
    await gateway.close();
    await billing.close();
  };
});

afterEach(() => billing.reset());

const signature = 't=1,v1=abc,v0=def';
const deliver = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, ...headers },
    body,
  });

describe('a webhook from Stripe', () => {
  it.each([
    ['JSON with unusual whitespace', '{ "id" : "evt_1",\n\t"price": 9.00, "name": "Zoë \\u00eb" }\n'],
    ['incomplete JSON', '{"id":'],
    ['random bytes', new Uint8Array(randomBytes(4_096))],
    ['900 KB', new Uint8Array(900 * 1024).fill(32)],
  ])('reaches billing unmodified: %s', async (_, body) => {
    const response = await deliver(body);
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    const { bytes, headers } = billing.last();
    expect(bytes.equals(Buffer.from(body))).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'x-request-id': response.headers.get('x-request-id'),
    });
  });

  it('gets billing’s response without a cookie', async () => {
    billing.play('POST /webhooks/stripe', refusal('invalid_signature'));
    const response = await deliver('{}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_signature', message: 'said by billing' });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('gets 503 while billing is unavailable, so that Stripe retries it', async () => {
    billing.play('POST /webhooks/stripe', 'unavailable');
    expect((await deliver('{}')).status).toBe(503);
  });

  it('is forwarded even without headers and body', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${gateway.url}/webhooks/stripe`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).end();
    });
    expect(status).toBe(200);
    const { bytes, headers } = billing.last();
    expect([bytes.length, headers['stripe-signature']]).toEqual([0, undefined]);
  });

  it('is rejected if it is larger than 1 MB', async () => {
    const response = await deliver(new Uint8Array(1024 * 1024 + 1));
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'request_too_large' }),
    ]);
    expect(billing.calls).toEqual([]);
  });
});

it('the Stripe webhook route rejects requests from other sites and does not forward cookies', async () => {
  const response = await deliver('{}', { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  await deliver('{}', { cookie: 'session=abc; visitor=def' });
  expect(billing.calls).toHaveLength(1);
  expect(billing.last().headers.cookie).toBeUndefined();
  expect((await fetch(`${gateway.url}/webhooks/stripe`)).status).toBe(404);
});
