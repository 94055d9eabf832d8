import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway.ts';
import { logIn, newcomer, rightPassword, roomy, signUp, type TestMember, userOf } from './people.ts';

let gateway: TestGateway;
let member: TestMember;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  member = await signUp(gateway);
  return () => gateway.close();
});

const newPassword = 'a stolen account';
const changes: [string, string, unknown][] = [
  ['POST', 'signup', newcomer()],
  ['POST', 'login', { email: 'x@example.com', password: rightPassword }],
  ['POST', 'forgot-password', { email: 'x@example.com' }],
  ['POST', 'reset-password', { token: 'z'.repeat(32), password: newPassword }],
  ['POST', 'verify-email', { token: 'z'.repeat(32) }],
  ['POST', 'send-verification', undefined],
  ['POST', 'language-preference', { languageCode: 'de' }],
  ['POST', 'change-password', { currentPassword: rightPassword, newPassword }],
  ['POST', 'change-email', { email: 'thief@example.com', currentPassword: rightPassword }],
  ['PATCH', 'user', { firstName: 'Mallory', lastName: 'Mallory' }],
  ['DELETE', 'user', { currentPassword: rightPassword }],
];
const origins: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

/** Content types of the requests. Browsers send a CORS preflight only for the last one, JSON. */
const kinds = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json',
];

describe('a request from another site', () => {
  it.each(
    changes.flatMap(([method, path, body]) => origins.map((from) => [method, path, from, body] as const)),
  )('is rejected: %s %s from %j', async (method, path, from, body) => {
    const before = await everything();
    for (const kind of kinds) {
      const response = await member.browser(`/api/auth/${path}`, {
        method,
        headers: { ...from, 'content-type': kind },
        body: JSON.stringify(body ?? {}),
      });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'cross_origin' });
    }
    expect(await everything()).toEqual(before);
  });

  it('does not log the user out, regardless of its headers', async () => {
    const sites = ['cross-site', 'same-site'];
    for (const site of sites) {
      await member.browser('/api/auth/logout', {
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
      });
    }
    expect(await userOf(member.browser)).toBeDefined();
    await logIn(gateway, member.email);
  });
});

/** Returns all data that a cross-site request might change. */
async function everything() {
  const rows: unknown[] = [];
  for (const table of ['accounts', 'sessions', 'mails', 'mail_tokens', 'visitor_links']) {
    rows.push(await gateway.servers.sql(`select * from ${table} order by 1`));
  }
  return rows;
}
