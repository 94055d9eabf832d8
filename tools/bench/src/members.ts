import { randomBytes } from 'node:crypto';

export interface Member {
  email: string;
  /** Session cookie of the member. */
  cookie: string;
}

export const newEmail = (): string => `${randomBytes(8).toString('hex')}@example.com`;

/** Signs up a new member. */
export async function signUp(url: string): Promise<Member> {
  const email = newEmail();
  const person = { firstName: 'Maya', lastName: 'Rand', email, password: 'secret' };
  const response = await sendJson(`${url}/api/auth/signup`, person, 201);
  return {
    email,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

/**
 * Sends a POST request with a JSON body.
 * @throws Error if the response status is not `status`
 */
export async function sendJson(url: string, body: object, status: number): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  if (response.status !== status)
    throw new Error(`expected HTTP ${status} from ${url}, got ${response.status}`);
  return response;
}
