import type { SessionUser } from '@gossamer/contracts/session-user';
import { type Browser, browser, type TestGateway } from '../gateway.ts';

export const rightPassword = 'correct horse battery';

let people = 0;

/** Returns a valid sign-up form with a unique email address. */
export function newcomer(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `Ada.${people}@Example.com`,
    password: rightPassword,
    preferredLanguage: 'en',
    ...more,
  };
}

/** Sends a JSON request, like the web app. */
export function send(who: Browser, method: string, path: string, body?: unknown): Promise<Response> {
  if (body === undefined) return who(path, { method });
  return who(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export const post = (who: Browser, path: string, body?: unknown) => send(who, 'POST', path, body);

export interface TestMember {
  browser: Browser;
  email: string;
  accountId: string;
}

/** Signs up a member in a new browser. */
export async function signUp(
  gateway: TestGateway,
  more: Record<string, unknown> = {},
  who: Browser = browser(gateway),
): Promise<TestMember> {
  const body = newcomer(more);
  const response = await post(who, '/api/auth/signup', body);
  if (response.status !== 201) throw new Error(`sign-up failed: ${await response.text()}`);
  return { browser: who, email: body.email, accountId: await accountIdOf(gateway, body.email) };
}

/** Marks a member's email address as confirmed, without the emailed link. */
export async function confirmEmail(gateway: TestGateway, { accountId }: TestMember): Promise<void> {
  await gateway.servers.sql('update accounts set email_verified_at = now() where id = $1', [accountId]);
}

/** Logs a member in with a new browser. */
export async function logIn(gateway: TestGateway, email: string, password = rightPassword): Promise<Browser> {
  const who = browser(gateway);
  const response = await post(who, '/api/auth/login', { email, password });
  if (response.status !== 200) throw new Error(`login failed: ${await response.text()}`);
  return who;
}

export async function accountIdOf(gateway: TestGateway, email: string): Promise<string> {
  const [row] = await gateway.servers.sql('select id from accounts where email_key = lower($1)', [email]);
  return String(row?.id);
}

/** Returns the logged-in user of a browser, or undefined if nobody is logged in. */
export async function userOf(who: Browser): Promise<SessionUser | undefined> {
  const response = await who('/api/auth/user');
  return response.status === 200 ? ((await response.json()) as SessionUser) : undefined;
}

/** Environment variables that raise the limits for logins and sign-ups, for tests of other features. */
export const roomy = { GATEWAY_ADDRESS_LOGINS: '100000', GATEWAY_ADDRESS_SIGNUPS: '100000' };
