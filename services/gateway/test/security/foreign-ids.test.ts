import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { defaultSettings } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { post, rightPassword, send, type TestMember } from '../accounts/people.ts';
import { sender } from '../api/v1/api-client.ts';
import { type Browser, browser, json, startWorker, upload } from '../gateway.ts';
import { addEndpoint, finalizeJob, signUpPro } from '../webhooks/members.ts';
import { nameOf, type Route, startWholeGateway, type WholeGateway } from './every-route.ts';

let whole: WholeGateway;
let owner: TestMember;
/** Ids of objects that belong to the owner, by route parameter. */
let ids: Record<'compression' | 'key' | 'webhook' | 'delivery' | 'job' | 'saved', string>;
let ownersKey: string;
let otherCallers: Record<string, (route: Route, address: string) => Promise<Response>>;

const unknown = 'z'.repeat(32);

/**
 * Requests that the owner sends to each route with an id, and the expected status. Requests that delete an object come
 * last.
 */
const owned: Record<string, () => [address: string, status: number, body?: object]> = {
  'GET /api/compression/:id': () => [ids.compression, 200],
  'GET /api/download/:id': () => [ids.compression, 200],
  'GET /api/download/:id/:variant': () => [`${ids.compression}/4.jpg`, 200],
  'GET /api/preview/:id': () => [ids.compression, 200],
  'GET /api/original/:id': () => [ids.compression, 200],
  'POST /api/compression/:id/again': () => [ids.compression, 200, { settings: defaultSettings }],
  'GET /compress/result/:id': () => [ids.compression, 200],
  'GET /compressed/:id/:name': () => [`${ids.compression}/x.webp`, 200],
  'GET /api/v1/compressions/:id': () => [ids.job, 200],
  'GET /api/v1/compressions/:id/download': () => [ids.job, 200],
  'GET /api/v1/compressions/:id/manifest': () => [ids.job, 200],
  'GET /api/v1/compressions/:id/variants/:variant': () => [`${ids.job}/4.jpg`, 200],
  'GET /output/:id': () => [ids.job, 200],
  'POST /output/:id': () => [ids.job, 200],
  'GET /api/webhooks/:id/secret': () => [ids.webhook, 200],
  'GET /api/webhooks/:id/deliveries': () => [ids.webhook, 200],
  'GET /api/webhooks/:id/deliveries/:deliveryId': () => [`${ids.webhook} ${ids.delivery}`, 200],
  'POST /api/webhooks/:id/test': () => [ids.webhook, 202],
  'POST /api/webhooks/:id/rotate': () => [ids.webhook, 200],
  'POST /api/webhooks/:id/deliveries/:deliveryId/replay': () => [`${ids.webhook} ${ids.delivery}`, 202],
  'PATCH /api/webhooks/:id': () => [ids.webhook, 200, { label: 'other' }],
  'DELETE /api/webhooks/:id': () => [ids.webhook, 204],
  'DELETE /api/compression/:id': () => [ids.compression, 204],
  'DELETE /api/v1/compressions/:id': () => [ids.job, 204],
  'DELETE /api/keys/:id': () => [ids.key, 204],
  'DELETE /api/saved-settings/:id': () => [ids.saved, 204],
};

/**
 * Routes with an affiliate code. Codes are public, so the affiliate service checks that the caller owns the code
 * (tested in services/affiliate/test/dashboard.test.ts).
 */
const ofPartners = /\/:code\b/;
/** Static pages with an id in the URL. They load their data from the API. */
const pages = new Set(['GET /affiliate/dashboard/:code(^.+$)']);

beforeAll(async () => {
  whole = await startWholeGateway();
  const { gateway } = whole;
  const worker = startWorker(gateway);
  owner = await signUpPro(gateway);
  const image = await photo({ widthPx: 16, heightPx: 12 });
  const { compressionId: compression } = await json(upload(owner.browser, image));
  const key = (await (await post(owner.browser, '/api/keys', { label: 'x' })).json()) as {
    id: string;
    token: string;
  };
  ownersKey = key.token;
  const { id: webhook } = await addEndpoint(owner, 'https://receiver.example/hook');
  const job = await finalizeJob(gateway, owner.accountId);
  await gateway.deps.storage.put(`results/${job}/1-1`, image);
  const variants = {
    files: [{ format: 'jpeg', widthPx: 4, heightPx: 3, sizeBytes: 9, sha256: 'a', score: null }],
  };
  await gateway.servers.sql('update compressions set variants = $1', [JSON.stringify(variants)]);
  const [delivery] = await gateway.servers.sql('select id from deliveries where webhook_id = $1', [webhook]);
  await gateway.servers.sql("update deliveries set status = 'failed', next_attempt_at = null");
  const made = await post(owner.browser, '/api/saved-settings', { name: 'x', settings: defaultSettings });
  const { id: saved } = (await made.json()) as SavedSettings;
  ids = { compression, key: key.id, webhook, job, delivery: String(delivery?.id), saved };

  const other = await signUpPro(gateway);
  const otherKey = (await (await post(other.browser, '/api/keys', { label: 'y' })).json()) as {
    token: string;
  };
  const gone = await signUpPro(gateway);
  const goneKey = (await (await post(gone.browser, '/api/keys', { label: 'z' })).json()) as { token: string };
  const goneCookies = browser(gateway);
  for (const [name, value] of gone.browser.cookies) goneCookies.cookies.set(name, value);
  await send(gone.browser, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
  const anonymous = browser(gateway);
  await anonymous('/api/compressions');
  otherCallers = {
    'another member': as(other.browser, otherKey.token),
    anonymous: as(anonymous, undefined),
    'a deleted account': as(goneCookies, goneKey.token),
  };
  return async () => {
    await worker.close();
    await whole.close();
  };
});

/** Returns a function that sends requests with a browser's cookies, or with an API key if the route requires a key. */
function as(who: Browser, token: string | undefined) {
  return (route: Route, address: string, body?: object): Promise<Response> => {
    const keyed = token && sender(whole.gateway, token);
    const basic = token && { authorization: `Basic ${Buffer.from(`api:${token}`).toString('base64')}` };
    const content = body && { 'content-type': 'application/json' };
    const init = { method: route.method, ...(body && { body: JSON.stringify(body) }) };
    if (route.usesApiKey && keyed && address.startsWith('/api/v1'))
      return keyed(address.slice('/api/v1'.length), { ...init, headers: { ...content } });
    return who(address, { ...init, headers: { ...content, ...(route.usesApiKey && basic) } });
  };
}

/** Returns a URL that matches the route, with the given parameter values. */
function fill(route: Route, parts: string): string {
  const left = parts.split(/[ /]/);
  return route.url.replace(/:\w+/g, () => left.shift() ?? '');
}

const withIds = () =>
  whole.routes.filter(({ url, method }) => url.includes(':') && method !== 'HEAD' && method !== 'OPTIONS');
const textOf = async (response: Response) =>
  `${response.status} ${await response.text()}`.replace(/"requestId":"\w+"/, '');

describe('an id in a URL', () => {
  it('is covered by these tests on every route', () => {
    const names = withIds()
      .map(nameOf)
      .filter((name) => !pages.has(name) && !ofPartners.test(name));
    expect(names.sort()).toEqual(Object.keys(owned).sort());
  });

  it('gets the same response as an unknown id for everyone but its owner', async () => {
    for (const route of withIds().filter((one) => nameOf(one) in owned)) {
      const [parts] = owned[nameOf(route)]!();
      const made = parts.replace(/[0-9a-z]{32}/g, unknown);
      for (const [who, ask] of Object.entries(otherCallers)) {
        const [theirs, never] = [await ask(route, fill(route, parts)), await ask(route, fill(route, made))];
        expect([401, 403, 404], `${nameOf(route)} for ${who}: ${theirs.status}`).toContain(theirs.status);
        expect(await textOf(theirs), `${nameOf(route)} for ${who}`).toBe(await textOf(never));
      }
    }
  });

  it('still works for its owner after requests by others', async () => {
    const ask = as(owner.browser, ownersKey);
    for (const [name, parts] of Object.entries(owned)) {
      const route = withIds().find((one) => nameOf(one) === name)!;
      const [part, status, body] = parts();
      const response = await ask(route, fill(route, part), body);
      expect(`${name} ${response.status}`).toBe(`${name} ${status}`);
      await response.body?.cancel();
    }
  });
});
