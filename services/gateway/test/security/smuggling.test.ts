import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../compressions/upload/raw-http.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const post = (...headers: string[]) =>
  `POST /api/auth/login HTTP/1.1\r\n${['host: x', 'content-type: application/json', ...headers].join('\r\n')}\r\n\r\n`;
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** Requests with an ambiguous body length, which a proxy might interpret differently than the gateway. */
const ambiguous: Record<string, string> = {
  'a length and chunks': post('content-length: 5', 'transfer-encoding: chunked') + chunked('{}') + hidden,
  'chunks and a length': post('transfer-encoding: chunked', 'content-length: 5') + chunked('{}') + hidden,
  'two lengths': `${post('content-length: 2', 'content-length: 50')}{}${hidden}`,
  'a list of lengths': `${post('content-length: 2, 50')}{}${hidden}`,
  'a length with a sign': `${post('content-length: +2')}{}${hidden}`,
  'a negative length': `${post('content-length: -2')}{}${hidden}`,
  'a hexadecimal length': `${post('content-length: 0x2')}{}${hidden}`,
  'a folded length': `${post('content-length:\r\n 2')}{}${hidden}`,
  'a space before the colon': `${post('content-length : 2')}{}${hidden}`,
  'an unknown transfer coding': post('transfer-encoding: xchunked') + chunked('{}') + hidden,
  'a coding after chunked': post('transfer-encoding: chunked, identity') + chunked('{}') + hidden,
  'chunks twice': post('transfer-encoding: chunked', 'transfer-encoding: identity') + chunked('{}') + hidden,
  'chunks after a vertical tab': post('transfer-encoding:\x0bchunked') + chunked('{}') + hidden,
  'an invalid chunk size': `${post('transfer-encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk without its end': `${post('transfer-encoding: chunked')}2\r\n{}0\r\n\r\n${hidden}`,
  'a bare line feed in a chunk': `${post('transfer-encoding: chunked')}2\n{}\n0\n\n${hidden}`,
  'a NUL in a header': post('x-name: a\0b', 'content-length: 2') + hidden,
  'a line feed in a header': `${post('x-name: a\rb', 'content-length: 2')}{}${hidden}`,
};

describe('an ambiguous request', () => {
  it.each(Object.entries(ambiguous))('is rejected and its connection closed: %s', async (_, text) => {
    const answer = await sendRaw(gateway, (socket) => socket.write(text));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain('"status":"ok"');
  });

  it('is not confused with two well-formed requests on one connection, which both get a response', async () => {
    const answer = await sendRaw(gateway, (socket) =>
      socket.write(`${post('content-length: 2')}{}${hidden}`),
    );
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(2);
    expect(answer).toContain('"status":"ok"');
  });
});

describe('a request head', () => {
  it.each([
    ['exceeds 16 kB', `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['has a folded header', 'GET /healthz HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n'],
    ['has no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['has an unknown method', 'JUMP /healthz HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['is not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is rejected if it %s', async (_, text) => {
    const answer = await sendRaw(gateway, (socket) => socket.write(text));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/node|fastify|HPE_|\.ts\b/i);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'PUT', 'PATCH', 'DELETE'])(
    'is rejected if the route does not support its method %s',
    async (method) => {
      const answer = await sendRaw(gateway, (socket) =>
        socket.write(
          `${method} /api/stats HTTP/1.1\r\nhost: x\r\ncookie: a=secret\r\nconnection: close\r\n\r\n`,
        ),
      );
      expect(answer).toMatch(method === 'CONNECT' ? /^(HTTP\/1\.1 4\d\d |$)/ : /^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toContain('secret');
    },
  );
});
