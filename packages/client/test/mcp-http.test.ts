import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionStore } from '../src/mcp/http/session-store.ts';
import { folderOf, gossamer, remove } from './cli.ts';
import { overHttp, startHttp, token } from './mcp-client.ts';

let folder: string;

beforeAll(async () => {
  folder = await folderOf({ 'a.jpg': await photo({ widthPx: 80, heightPx: 60 }) });
});
afterAll(() => remove(folder));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const sent = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
};

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with exactly the given headers, including `Host` and `Origin`, which `fetch` does not allow. */
function post(url: string, headers: Record<string, string> = {}, body = JSON.stringify(initialize)) {
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: { ...sent, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    request.on('error', reject).end(body);
  });
}

const errorOf = ({ text }: Answer) => (JSON.parse(text) as { error: { message: string } }).error.message;

describe('the MCP server over HTTP', () => {
  let url: string;
  let stop: () => Promise<number | null>;

  beforeAll(async () => {
    ({ url, stop } = await startHttp({ cwd: folder, isLocal: true, args: ['--root', folder] }));
  });
  afterAll(() => stop());

  it('listens on the loopback and accepts the token', async () => {
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const answer = await post(url, { authorization: `bearer ${token}` });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"name":"gossamer"') });
  });

  it.each([
    ['no token', ''],
    ['a wrong token', `Bearer ${'x'.repeat(token.length)}`],
    ['a part of the token', `Bearer ${token.slice(0, -1)}`],
    ['a longer token', `Bearer ${token}x`],
    ['another scheme', `Basic ${token}`],
  ])('answers 401 to %s, whatever the request is', async (_, authorization) => {
    for (const body of [JSON.stringify(initialize), 'no JSON', 'x'.repeat(2_000_000)]) {
      const answer = await post(url, { authorization }, body).catch(() => undefined);
      // The connection may be closed while a large body is sent.
      if (!answer) continue;
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="gossamer"');
      expect(errorOf(answer)).toContain('Authorization: Bearer');
      expect(answer.text).not.toContain(token);
    }
  });

  it.each([
    ['origin', 'https://evil.example'],
    ['origin', 'http://localhost.evil.example'],
    ['origin', 'null'],
    ['host', 'evil.example'],
    ['host', '169.254.169.254'],
    ['host', 'localhost.evil.example:3920'],
  ])('answers 403 to %s %s, with and without the token', async (name, value) => {
    for (const authorization of [sent.authorization, '']) {
      expect((await post(url, { [name]: value, authorization })).status).toBe(403);
    }
  });

  it('accepts pages and hosts of this computer', async () => {
    for (const [name, value] of [
      ['origin', 'http://localhost:5173'],
      ['host', 'localhost:1'],
      ['host', '[::1]:80'],
    ] as const) {
      const answer = await post(url, { [name]: value });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, undefined]);
    }
  });

  it('accepts the hosts and pages of --allow-host', async () => {
    const args = [
      '--root',
      folder,
      '--host',
      '0.0.0.0',
      '--allow-host',
      'Images.example',
      '--allow-host',
      'b.example',
    ];
    const server = await startHttp({ cwd: folder, isLocal: true, args });
    const origin = 'https://b.example';
    expect((await post(server.url, { host: 'images.example', origin })).status).toBe(200);
    expect((await post(server.url, { host: 'images.example', origin: 'https://c.example' })).status).toBe(
      403,
    );
    expect((await post(server.url, { host: '192.0.2.1' })).status).toBe(403);
    expect(await server.stop()).toBe(0);
  });

  it('answers 404 to other paths, 405 to other methods, 413 to large bodies and 400 to no JSON', async () => {
    expect((await post(new URL('/', url).href)).status).toBe(404);
    expect((await post(new URL('/mcp/x', url).href)).status).toBe(404);
    const headers = { ...sent, 'mcp-session-id': 'none' };
    expect((await fetch(url, { method: 'PUT', headers: sent })).status).toBe(405);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404);
    expect(
      (await post(url, {}, JSON.stringify({ ...initialize, padding: 'x'.repeat(1_048_576) }))).status,
    ).toBe(413);
    expect((await post(url, {}, 'no JSON')).status).toBe(400);
    expect((await post(url, {}, '{}')).status).toBe(400);
  });

  it('answers 404 to an unknown session, so that the client starts a new one', async () => {
    const answer = await post(url, { 'mcp-session-id': 'none' });
    expect([answer.status, errorOf(answer)]).toEqual([404, 'Session not found']);
    const listed = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await post(url, {}, listed)).status).toBe(400);
  });
});

describe('sessions', () => {
  it('are limited to 32, and ending one makes room', async () => {
    const { url, stop } = await startHttp({ cwd: folder, isLocal: true, args: ['--root', folder] });
    const opened = await Promise.all(Array.from({ length: 33 }, () => post(url)));
    const refused = opened.filter(({ status }) => status === 503);
    expect(refused.map(errorOf)).toEqual(['Too many sessions are open. End one, or try again later.']);
    expect(refused[0]?.headers['retry-after']).toBe('1800');
    const [first] = opened.filter(({ status }) => status === 200);
    await expect(overHttp(url)).rejects.toThrow('Too many sessions');
    const current = await overHttp(url, { revision: '2026-07-28' });
    expect((await current.call('usage')).isError).toBe(false);
    await current.close();
    const headers = { ...sent, 'mcp-session-id': String(first?.headers['mcp-session-id']) };
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404);
    const next = await overHttp(url);
    expect((await next.call('usage')).isError).toBe(false);
    expect(await stop()).toBe(0);
  });

  it('end when they have been idle, unless a request or stream is open', async () => {
    const createServer = () => new McpServer({ name: 'test', version: '1' });
    const store = new SessionStore({ createServer, maxSessions: 2, idleMs: 400 });
    const start = async () => {
      const body = JSON.stringify(initialize);
      const response = await store.handle(
        new Request('http://localhost/mcp', { method: 'POST', headers: sent, body }),
      );
      await response.text();
      return response.headers.get('mcp-session-id') ?? '';
    };
    const [idle, used] = [await start(), await start()];
    const release = store.hold(used);
    await waitFor('the idle session to end', () => store.size === 1, 5_000);
    await sleep(800);
    expect(store.size).toBe(1);
    const get = (id: string) =>
      store.handle(new Request('http://localhost/mcp', { headers: { ...sent, 'mcp-session-id': id } }));
    expect((await get(idle)).status).toBe(404);
    expect((await get(used)).status).toBe(200);
    release();
    await waitFor('the other session to end', () => store.size === 0, 5_000);
    await store.close();
  });
});

describe('gossamer mcp', () => {
  const env = { GOSSAMER_MCP_TOKEN: token };
  it.each<[string[], Record<string, string>, string]>([
    [['--http'], env, '--http needs at least one folder'],
    [['--http', '--root', '.'], {}, '--http needs a bearer token. Set GOSSAMER_MCP_TOKEN'],
    [['--http', '--root', '.'], { GOSSAMER_MCP_TOKEN: 'short' }, 'must have 32 to 512 characters'],
    [
      ['--http', '--root', '.', '--token-file', 'none'],
      env,
      'failed to read the token from none: File not found.',
    ],
    [
      ['--http', '--root', '.', '--host', '192.0.2.1'],
      env,
      'failed to listen on 192.0.2.1:3920 (EADDRNOTAVAIL)',
    ],
    [['--http', '--root', '.', '--host', '0.0.0.0'], env, '--host 0.0.0.0 needs the name'],
    [['--root', 'none'], {}, '--root none is not a folder'],
    [['--root', 'a.jpg'], {}, '--root a.jpg is not a folder'],
    [['--port', '1'], {}, '--port needs --http'],
    [['--http', '--port', '70000'], env, 'Must be a whole number from 0 to 65535'],
    [['--local', '--base-url', 'http://localhost'], {}, "'--local' cannot be used with option '--base-url"],
  ])('exits with 2 for %j, and writes nothing to standard output', async (args, variables, message) => {
    const { code, stdout, stderr } = await gossamer(['mcp', ...args], { cwd: folder, env: variables });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr).not.toContain('    at ');
  });
});
