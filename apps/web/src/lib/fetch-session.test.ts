// @vitest-environment jsdom

import type { SessionUser } from '@gossamer/contracts/session-user';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, errorAnswer, ProtocolServer } from '../test/protocol-server.ts';
import { someUser } from '../test/some-user.ts';
import { fetchSession } from './fetch-session.ts';

declare const jsdom: { reconfigure(options: { url: string }): void };

let server: ProtocolServer;
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
});
afterEach(() => server.stop());

const user = someUser();

function sessionAfter(answer: Answer): Promise<SessionUser | null> {
  server.answers['GET /api/auth/user'] = [answer];
  return fetchSession();
}

it('returns the logged-in user, or null after a 401 response', async () => {
  expect(await sessionAfter({ status: 200, body: user })).toEqual(user);
  expect(await sessionAfter(errorAnswer(401, 'unauthorized'))).toBeNull();
});

// Spec: 7.6
it.each<[string, Answer]>([
  ['a server error', errorAnswer(500, 'internal')],
  ['a response that is not JSON', { status: 200, body: { hello: 'world' } }],
  ['a broken connection', 'cut'],
])('rejects with "Network response was not ok" after %s', async (_, answer) => {
  await expect(sessionAfter(answer)).rejects.toThrow('Network response was not ok');
});
