import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { createHttp, type Http } from '../../src/http/create-http.ts';
import { createLogger } from '../../src/logger.ts';

let http: Http;
let port: number;

beforeAll(async () => {
  http = await createHttp({
    logger: createLogger('test', 'silent'),
    trustedProxies: [],
    requestTimeoutMs: 60_000,
  });
  http.get('/whoami', async (request) => ({ ip: request.ip, id: request.id }));
  http.post('/state', async () => ({ ok: true }));
  http.get('/fault/:kind', async (request) => {
    const { kind } = request.params as { kind: string };
    if (kind === 'app') throw new AppError('server_busy', { retryAfterSeconds: 4.2, field: 'image' });
    if (kind === 'zod') z.object({ name: z.string() }).parse({});
    if (kind === 'disk') throw Object.assign(new Error('disk is full'), { code: 'ENOSPC' });
    if (kind === 'slow-statement') throw Object.assign(new Error('canceled'), { code: '57014' });
    if (kind === 'database') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    throw new Error('secret detail of /etc/app.conf');
  });
  http.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  http.post('/refuse', async () => {
    throw new AppError('file_too_large', { details: { maxMegabytes: 1 } });
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as { port: number }).port;
});

afterAll(() => http.close());

describe('error responses', () => {
  it.each([
    ['app', 503, 'server_busy'],
    ['zod', 400, 'invalid_request'],
    ['disk', 507, 'storage_full'],
    ['slow-statement', 503, 'unavailable'],
    ['database', 503, 'unavailable'],
    ['defect', 500, 'internal'],
  ])('have a status and a code that depend on the cause: %s → %i %s', async (kind, status, code) => {
    const response = await http.inject(`/fault/${kind}`);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, requestId: response.headers['x-request-id'] });
    expect(response.body).not.toMatch(/secret|stack|\.ts/);
  });

  it('set the Retry-After header', async () => {
    expect((await http.inject('/fault/app')).headers['retry-after']).toBe('5');
    expect((await http.inject('/fault/disk')).headers['retry-after']).toBe('60');
  });

  it('have the standard format for a URL that cannot be decoded', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/%E0%A4%A`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'invalid_request', field: 'url' },
    ]);
  });

  it('have the standard format for an unknown URL', async () => {
    const response = await http.inject('/nowhere');
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('route_not_found');
  });
});

describe('request ids', () => {
  it('are accepted from the client if they are safe, and generated otherwise', async () => {
    const ask = async (id: string) =>
      (await http.inject({ url: '/whoami', headers: { 'x-request-id': id } })).json().id;
    expect(await ask('trace-12345678')).toBe('trace-12345678');
    expect(await ask('<script>alert(1)</script>')).toMatch(/^[0-9a-f]{24}$/);
    expect(await ask('x'.repeat(65))).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('forwarding headers', () => {
  it('are trusted only if the sender is a configured proxy', async () => {
    const forged = { headers: { 'x-forwarded-for': '203.0.113.9' }, url: '/whoami' };
    expect((await http.inject(forged)).json().ip).toBe('127.0.0.1');

    const logger = createLogger('test', 'silent');
    const behind = await createHttp({ logger, trustedProxies: ['127.0.0.0/8'], requestTimeoutMs: 1_000 });
    behind.get('/whoami', async (request) => ({ ip: request.ip }));
    expect((await behind.inject(forged)).json().ip).toBe('203.0.113.9');
    await behind.close();
  });
});

describe('the origin check for state-changing requests', () => {
  const post = (headers: Record<string, string>) =>
    http.inject({ method: 'POST', url: '/state', headers: { host: 'gossamer.example', ...headers } });

  it.each([
    ['an API client', {}],
    ['our own page', { origin: 'https://gossamer.example' }],
    ['an old browser on our page', { 'sec-fetch-site': 'same-origin' }],
  ])('allows %s', async (_who, headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a host name that begins with our host name', { origin: 'https://gossamer.example.evil.example' }],
    ['a host name that ends with our host name', { origin: 'https://evilgossamer.example' }],
    ['another port', { origin: 'https://gossamer.example:8443' }],
    ['a cross-site form without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain without Origin', { 'sec-fetch-site': 'same-site' }],
  ])('rejects %s', async (_who, headers) => {
    const response = await post(headers as Record<string, string>);
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe('cross_origin');
  });
});

describe('security headers', () => {
  it.each([
    ['a URL that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['bytes that are not HTTP', 'no HTTP\r\n\r\n'],
  ])('are set even on a response that bypasses hooks: %s', async (_what, text) => {
    const answer = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      socket.on('data', (data) => (received += data)).on('error', reject);
      socket.on('close', () => resolve(received));
      socket.write(text);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000; includeSubDomains\r$/m);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
    expect(answer).toMatch(/^referrer-policy: strict-origin-when-cross-origin\r$/m);
    expect(answer).toMatch(
      /^content-security-policy: default-src 'none'; base-uri 'none';.* frame-ancestors 'none'\r$/m,
    );
    expect(answer).toMatch(/^content-type: application\/json; charset=utf-8\r$/m);
  });

  it('are set on every response', async () => {
    const { headers } = await http.inject('/whoami');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("object-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
});

describe('an upload that is rejected before it is complete', () => {
  it('receives a complete response, and its connection is closed without a reset', async () => {
    const socket = connect(port, '127.0.0.1');
    const head = 'POST /refuse HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n';
    const received: Buffer[] = [];
    let fault: Error | undefined;
    const closed = new Promise<void>((resolve) => {
      socket
        .on('data', (chunk) => received.push(chunk))
        .on('error', (error) => {
          fault = error;
        });
      socket.on('close', () => resolve());
    });
    socket.write(`${head}content-length: 8000000\r\n\r\n`);
    for (let sent = 0; sent < 8; sent += 1) {
      socket.write(Buffer.alloc(1_000_000));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await closed;
    const answer = Buffer.concat(received).toString();
    expect(fault).toBeUndefined();
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"code":"file_too_large"');
  });
});

describe('a request with two Host headers', () => {
  const answerTo = (target: string, ...hosts: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (data) => {
        text += data;
      });
      socket.on('error', reject).on('close', () => resolve(text));
      const lines = hosts.map((host) => `${host}\r\n`).join('');
      socket.write(`GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    });

  it.each(['/whoami', '/nowhere'])('is rejected at %s regardless of the header values', async (target) => {
    for (const second of ['Host: other.example', 'hOST: a.example', 'Host:']) {
      const answer = await answerTo(target, 'Host: a.example', second);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/"code":"invalid_request".*"field":"Host"/);
      expect(answer).toMatch(/^strict-transport-security: /im);
    }
  });

  it('is rejected, whereas a request with one Host header is accepted', async () => {
    expect(await answerTo('/whoami', 'Host: a.example')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
