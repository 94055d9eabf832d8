import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceRoot } from '../../src/paths.ts';

/** A member who calls the same API as the web app. */
export interface Person {
  email: string;
  password: string;
  cookie: string;
}

export interface Compressed {
  compressionId: string;
  /** Status of the compression. Undefined in the response to an upload. */
  status?: string;
  downloadUrl?: string;
}

/** Returns a small photo. */
export const image = (): Buffer =>
  readFileSync(join(workspaceRoot, 'packages/ssimulacra2/test/fixtures/city-90.jpg'));

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

export async function signUp(url: string): Promise<Person> {
  const person = { email: `${randomBytes(8).toString('hex')}@example.com`, password: 'a-long-secret' };
  const response = await postJson(`${url}/api/auth/signup`, {
    firstName: 'Maya',
    lastName: 'Rand',
    ...person,
  });
  if (response.status !== 201)
    throw new Error(`sign-up returned HTTP ${response.status}: ${await response.text()}`);
  return { ...person, cookie: cookieOf(response) };
}

/**
 * Logs in and returns the member with the new session.
 * @throws Error if the login is rejected
 */
export async function logIn(url: string, { email, password }: Person): Promise<Person> {
  const response = await postJson(`${url}/api/auth/login`, { email, password });
  if (response.status !== 200)
    throw new Error(`login returned HTTP ${response.status}: ${await response.text()}`);
  return { email, password, cookie: cookieOf(response) };
}

function postJson(url: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/**
 * Uploads an image and waits until its compression has completed.
 * @throws Error if the compression fails
 */
export async function compress(url: string, { cookie }: Person, filename: string): Promise<Compressed> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(image())]), filename);
  const upload = await fetch(`${url}/api/compress`, { method: 'POST', headers: { cookie }, body });
  const { compressionId, ...first } = (await upload.json()) as Compressed;
  let answer: Omit<Compressed, 'compressionId'> = first;
  // The server responds to the upload within two seconds. On a busy machine, the response is 202, and the status must
  // be polled.
  while (upload.ok && !answer.downloadUrl && answer.status !== 'failed') {
    await sleep(100);
    answer = await getJson(`${url}/api/compression/${compressionId}`, cookie);
  }
  if (!answer.downloadUrl)
    throw new Error(`upload returned HTTP ${upload.status}: ${JSON.stringify(answer)}`);
  return { ...answer, compressionId };
}

export async function getJson<T>(url: string, cookie: string): Promise<T> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`${url} returned HTTP ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
