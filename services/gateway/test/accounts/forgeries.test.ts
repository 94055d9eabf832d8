import { type JwtParts, signJwt } from '@gossamer/testkit/sign-jwt';
import { beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '../../src/http/identity/derive-key.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { openMailbox } from '../mail/mailbox.ts';
import { logIn, post, rightPassword, roomy, send, signUp, type TestMember, userOf } from './people.ts';

let gateway: TestGateway;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;

beforeAll(async () => {
  mailbox = await openMailbox();
  gateway = await startGateway({ ...roomy, ...mailbox.env });
  return async () => {
    await gateway.close();
    await mailbox.close();
  };
});

interface Forgery extends JwtParts {
  key: Uint8Array;
}

/** Returns the decoded header and payload of a member's session token. */
function partsOf({ browser: who }: TestMember): Forgery {
  const payload = String(who.cookies.get('session')).split('.')[1] ?? '';
  return {
    header: { alg: 'HS256', typ: 'JWT' },
    payload: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
    key: deriveKey(gateway.deps.config.secret, 'session'),
  };
}

const sign = ({ key, ...parts }: Forgery) => signJwt(parts, key);

async function isTaken(token: string): Promise<boolean> {
  const who = browser(gateway);
  who.cookies.set('session', token);
  return (await userOf(who)) !== undefined;
}

describe('a forged session', () => {
  it('is accepted if it is signed with the correct key (validates the tests that expect a rejection)', async () => {
    expect(await isTaken(sign(partsOf(await signUp(gateway))))).toBe(true);
  });

  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  const without =
    (claim: string) =>
    ({ payload: { [claim]: _, ...payload }, ...parts }: Forgery): Forgery => ({ ...parts, payload });
  it.each<[string, (parts: Forgery, other: TestMember) => Forgery]>([
    ['another key', (parts) => ({ ...parts, key: new Uint8Array(32).fill(7) })],
    [
      'the key of another purpose',
      (parts) => ({ ...parts, key: deriveKey(gateway.deps.config.secret, 'address') }),
    ],
    ['the secret itself as the key', (parts) => ({ ...parts, key: Buffer.from(gateway.deps.config.secret) })],
    ['an expiry that has passed', (parts) => ({ ...parts, payload: { ...parts.payload, exp: hourAgo } })],
    ['no expiry', without('exp')],
    ['no audience', without('aud')],
    ['no issuer', without('iss')],
    ['no account', without('sub')],
    ['no session', without('jti')],
    [
      'an expiry that is a string',
      (parts) => ({ ...parts, payload: { ...parts.payload, exp: '4000000000' } }),
    ],
    ['a start in the future', (parts) => ({ ...parts, payload: { ...parts.payload, nbf: 4e9 } })],
    [
      'an unknown critical extension',
      (parts) => ({ ...parts, header: { ...parts.header, crit: ['b64'], b64: false } }),
    ],
    ['another audience', (parts) => ({ ...parts, payload: { ...parts.payload, aud: 'gossamer-mail' } })],
    ['another issuer', (parts) => ({ ...parts, payload: { ...parts.payload, iss: 'other' } })],
    ['another type', (parts) => ({ ...parts, header: { alg: 'HS256', typ: 'at+jwt' } })],
    ['no type', (parts) => ({ ...parts, header: { alg: 'HS256' } })],
    ['HS512 with the right key', (parts) => ({ ...parts, header: { alg: 'HS512', typ: 'JWT' } })],
    [
      "another member's account",
      (parts, other) => ({ ...parts, payload: { ...parts.payload, sub: other.accountId } }),
    ],
    [
      'a session that never existed',
      (parts) => ({ ...parts, payload: { ...parts.payload, jti: 'z'.repeat(32) } }),
    ],
  ])('is rejected with %s', async (_, forge) => {
    const [member, other] = [await signUp(gateway), await signUp(gateway)];
    const forged = forge(partsOf(member), other);
    expect(await isTaken(sign(forged))).toBe(false);
  });

  it.each(['none', 'None', 'NONE', 'HS256'])('is rejected without a signature (alg %s)', async (alg) => {
    const { payload } = partsOf(await signUp(gateway));
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
    expect(await isTaken(`${encode({ alg, typ: 'JWT' })}.${encode(payload)}.`)).toBe(false);
  });

  it('is rejected if its account has been replaced but its signature has not', async () => {
    const [member, other] = [await signUp(gateway), await signUp(gateway)];
    const [header, payload = '', signature] = String(member.browser.cookies.get('session')).split('.');
    const text = Buffer.from(payload, 'base64url').toString().replace(member.accountId, other.accountId);
    const swapped = Buffer.from(text).toString('base64url');
    expect(await isTaken(`${header}.${swapped}.${signature}`)).toBe(false);
  });

  it('is rejected if it is not sent in the cookie', async () => {
    const token = String((await signUp(gateway)).browser.cookies.get('session'));
    const headers = { authorization: `Bearer ${token}` };
    const user = await browser(gateway)('/api/auth/user', { headers });
    expect(user.status).toBe(401);
  });

  it('is rejected if it consists of a token from an email', async () => {
    const member = await signUp(gateway);
    const [mail] = await mailbox.receive(gateway, member.email);
    expect(mail?.token).toMatch(/^[0-9a-z]{32}$/);
    expect(await isTaken(String(mail?.token))).toBe(false);
  });
});

describe('a session', () => {
  it('is still accepted if an older version of the service signed it with a different library', async () => {
    // This token was signed with the test's secret by jose 6.2.17 and is valid until 2100.
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJnb3NzYW1lciIsImF1ZCI6Imdvc3NhbWVyLXNlc3Npb24iLCJzdWIiOiJhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYSIsImp0aSI6InNzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3NzIiwiaWF0IjoxNzk1NDc4NDAwLCJleHAiOjQxMDI0NDQ4MDB9.Dvl-3sH9JZ1qn4pz3xs7zLQyPTJTE6jCvcRxwsXb4co';
    const [accountId, sessionId] = ['a'.repeat(32), 's'.repeat(32)];
    await gateway.servers.sql(
      `insert into accounts (id, email, email_key, first_name, last_name, password_hash, preferred_language)
       values ($1, 'old@example.com', 'old@example.com', 'Ada', 'Lovelace', '', 'en')`,
      [accountId],
    );
    await gateway.servers.sql(
      `insert into sessions (id, account_id, expires_at) values ($1, $2, '2100-01-01')`,
      [sessionId, accountId],
    );
    expect(await isTaken(token)).toBe(true);
  });

  const kept = async () => {
    const member = await signUp(gateway);
    return { member, token: String(member.browser.cookies.get('session')) };
  };

  it('is rejected after logout', async () => {
    const { member, token } = await kept();
    await member.browser('/api/auth/logout');
    expect(await isTaken(token)).toBe(false);
  });

  it('is rejected after a password change or reset, except in the browser that changed the password', async () => {
    const { member, token } = await kept();
    const other = await logIn(gateway, member.email);
    const body = { currentPassword: rightPassword, newPassword: 'second password' };
    expect((await post(member.browser, '/api/auth/change-password', body)).status).toBe(204);
    expect(await isTaken(token)).toBe(false);
    expect(await userOf(other)).toBeUndefined();
    expect(await userOf(member.browser)).toMatchObject({ email: member.email });
    await logIn(gateway, member.email, 'second password');

    const changed = String(member.browser.cookies.get('session'));
    await mailbox.receive(gateway, member.email);
    await post(browser(gateway), '/api/auth/forgot-password', { email: member.email });
    const [mail] = await mailbox.receive(gateway, member.email);
    await post(browser(gateway), '/api/auth/reset-password', {
      token: mail?.token,
      password: 'third password',
    });
    expect(await isTaken(changed)).toBe(false);
  });

  it('is rejected once its account is deleted', async () => {
    const { member, token } = await kept();
    const other = String((await logIn(gateway, member.email)).cookies.get('session'));
    const response = await send(member.browser, 'DELETE', '/api/auth/user', {
      currentPassword: rightPassword,
    });
    expect(response.status).toBe(204);
    for (const old of [token, other]) expect(await isTaken(old)).toBe(false);
  });

  it('is rejected after thirty days', async () => {
    const { token } = await kept();
    gateway.deps.clock = () => new Date(Date.now() + 30 * 24 * 3_600_000 + 1_000);
    expect(await isTaken(token)).toBe(false);
    gateway.deps.clock = () => new Date();
    expect(await isTaken(token)).toBe(true);
  });
});

describe('a password change', () => {
  it('requires the current password', async () => {
    const { browser: who } = await signUp(gateway);
    const body = { currentPassword: 'wrong password', newPassword: 'second password' };
    const response = await post(who, '/api/auth/change-password', body);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'wrong_password', field: 'currentPassword' });
  });

  it('succeeds for only one of two concurrent requests', async () => {
    const { browser: who } = await signUp(gateway);
    const change = (newPassword: string) =>
      post(who, '/api/auth/change-password', { currentPassword: rightPassword, newPassword });
    const statuses = (await Promise.all([change('one password'), change('two password')])).map(
      (r) => r.status,
    );
    expect(statuses.sort()[0]).toBe(204);
    expect(statuses.sort()[1]).toBeGreaterThanOrEqual(401);
  });
});
