import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiCompression } from '@gossamer/contracts/api';
import type { NewApiKey } from '@gossamer/contracts/api-keys';
import { confirmEmail, post, signUp, type TestMember } from '../../accounts/people.ts';
import type { Browser, TestGateway } from '../../gateway.ts';
import { changePlan } from '../../plan.ts';

/** API client with the key of a Pro member whose email address is confirmed. It stores no cookies. */
export interface ApiClient {
  token: string;
  member: TestMember;
  send(path: string, init?: RequestInit): Promise<Response>;
}

export async function proMember(gateway: TestGateway, who?: Browser): Promise<TestMember> {
  const member = await signUp(gateway, {}, who);
  await confirmEmail(gateway, member);
  await changePlan(gateway, member.accountId, 'pro');
  return member;
}

export async function apiClient(gateway: TestGateway): Promise<ApiClient> {
  const member = await proMember(gateway);
  const response = await post(member.browser, '/api/keys', { label: 'Test' });
  const { token } = (await response.json()) as NewApiKey;
  return { token, member, send: sender(gateway, token) };
}

export const sender =
  (gateway: TestGateway, token: string) =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${gateway.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
    });

/** Sends an image as the request body, with the options in the query string. */
export function submitBytes(
  { send }: Pick<ApiClient, 'send'>,
  bytes: Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new Uint8Array(bytes);
  return send(`/compressions${query}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
}

export function submitJson(
  { send }: Pick<ApiClient, 'send'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export async function compressionIn(response: Response | Promise<Response>): Promise<ApiCompression> {
  return (await (await response).json()) as ApiCompression;
}

/** Starts a server on the loopback interface that serves image files. Requests for `/to?…` are redirected. */
export async function imageServer(files: Record<string, Uint8Array>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const file = files[pathname];
    if (pathname === '/to') response.writeHead(302, { location: searchParams.get('url') ?? '' }).end();
    else if (file) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
