import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { post, rightPassword, roomy, send, signUp } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  json,
  startGateway,
  startWorker,
  type TestGateway,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  image = await photo({ widthPx: 64, heightPx: 48 });
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

const unknownId = '0'.repeat(32);

/** All routes whose URL contains a compression's id. */
const routes: [method: string, path: (id: string) => string][] = [
  ['GET', (id) => `/api/compression/${id}`],
  ['DELETE', (id) => `/api/compression/${id}`],
  ['GET', (id) => `/api/download/${id}`],
  ['GET', (id) => `/api/preview/${id}`],
  ['GET', (id) => `/api/original/${id}`],
  ['GET', (id) => `/compressed/${id}/photo.webp`],
];

/** Returns everything in a response that a client can see, except for values that differ in each request. */
async function seen(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id|set-cookie)$/.test(name));
  return JSON.stringify([response.status, headers, await response.text()]);
}

/** Returns callers of every type except the owner. */
async function others(): Promise<[string, Browser][]> {
  const deleted = await signUp(gateway);
  const cookies = new Map(deleted.browser.cookies);
  const gone = await send(deleted.browser, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
  expect(gone.status).toBe(204);
  // Restore the session cookies of the deleted account, as if someone had copied them.
  for (const [name, value] of cookies) deleted.browser.cookies.set(name, value);
  const visitor = browser(gateway);
  await visitor('/api/stats');
  return [
    ['another member', (await signUp(gateway)).browser],
    ['a visitor', visitor],
    ['a caller without a cookie', browser(gateway)],
    ['a deleted member', deleted.browser],
  ];
}

describe.each([
  ['a member', async () => (await signUp(gateway)).browser],
  ['a visitor', async () => browser(gateway)],
])('a compression of %s', (_, owner) => {
  it('is indistinguishable from an unknown id for all other callers', async () => {
    const own = await owner();
    const { compressionId } = await json(upload(own, image));
    for (const [who, other] of await others()) {
      for (const [method, path] of routes) {
        const answer = await seen(await other(path(compressionId), { method }));
        const nothing = await seen(await other(path(unknownId), { method }));
        expect(answer, `${who}: ${method} ${path(':id')}`).toBe(nothing);
        expect(answer).toMatch(/^\[404,/);
      }
      const list = await (await other('/api/compressions')).text();
      expect(list).not.toContain(compressionId);
    }
    for (const [method, path] of routes) {
      if (method === 'GET') expect((await own(path(compressionId))).status).toBe(200);
    }
  });
});

describe('a visitor who becomes a member', () => {
  const ids = async (who: Browser) =>
    ((await (await who('/api/compressions')).json()) as { id: string }[]).map(({ id }) => id);

  it('keeps earlier compressions after sign-up and login', async () => {
    const first = browser(gateway);
    const before = await json(upload(first, image));
    const { email } = await signUp(gateway, {}, first);
    expect(await ids(first)).toEqual([before.compressionId]);
    const second = browser(gateway);
    const elsewhere = await json(upload(second, image));
    await post(second, '/api/auth/login', { email, password: rightPassword });
    expect(await ids(second)).toEqual([elsewhere.compressionId, before.compressionId]);
    expect((await second(before.downloadUrl)).status).toBe(200);
  });

  it('can still read earlier compressions with the visitor cookie', async () => {
    const visitor = browser(gateway);
    const { downloadUrl } = await json(upload(visitor, image));
    const asBefore = browser(gateway);
    for (const [name, value] of visitor.cookies) asBefore.cookies.set(name, value);
    await signUp(gateway, {}, visitor);
    expect((await asBefore(downloadUrl)).status).toBe(200);
    expect((await visitor(downloadUrl)).status).toBe(200);
  });

  it('keeps uploads that are in flight during sign-up', async () => {
    const visitor = browser(gateway);
    await visitor('/api/stats');
    const uploading = browser(gateway);
    for (const [name, value] of visitor.cookies) uploading.cookies.set(name, value);
    const uploads = Array.from({ length: 12 }, () => json(upload(uploading, image)));
    await signUp(gateway, {}, visitor);
    const sent = (await Promise.all(uploads)).map(({ compressionId }) => compressionId);
    expect((await ids(visitor)).sort()).toEqual(sent.sort());
  });

  it('leaves no data for the next user of the same browser', async () => {
    const shared = browser(gateway);
    const { downloadUrl } = await json(upload(shared, image));
    await signUp(gateway, {}, shared);
    await shared('/api/auth/logout');
    expect(await ids(shared)).toEqual([]);
    expect((await shared(downloadUrl)).status).toBe(404);
    await signUp(gateway, {}, shared);
    expect(await ids(shared)).toEqual([]);
    expect((await shared(downloadUrl)).status).toBe(404);
  });
});
