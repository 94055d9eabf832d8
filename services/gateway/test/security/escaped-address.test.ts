import { beforeAll, expect, it } from 'vitest';
import { roomy, signUp } from '../accounts/people.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

/** URLs of `/api/auth/user` that look like static files. The gateway does not identify callers for static files. */
const disguises = ['/%61pi/auth/user?x=.js', '/api/%61uth/user?a=b.css', '/api/auth/user?x=.png'];

it.each(disguises)('the gateway identifies the caller of a percent-encoded URL: %s', async (path) => {
  const member = await signUp(gateway);
  const answer = await member.browser(path);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(await (await member.browser('/api/auth/user')).json());
});

it('the gateway gives each visitor a different cookie even if the URL is percent-encoded', async () => {
  const cookies = await Promise.all(
    [1, 2].map(async () => (await browser(gateway)('/%61pi/compressions?x=.js')).headers.getSetCookie()[0]),
  );
  expect(cookies[0]).toMatch(/^visitor=\w+/);
  expect(cookies[0]).not.toBe(cookies[1]);
});
