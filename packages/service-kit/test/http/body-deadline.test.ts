import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createHttp, type Http } from '../../src/http/create-http.ts';
import { createLogger } from '../../src/logger.ts';

let http: Http;

beforeAll(async () => {
  const logger = createLogger('test', 'silent');
  http = await createHttp({ logger, trustedProxies: [], requestTimeoutMs: 60_000, bodyTimeoutMs: 200 });
  http.post('/json', async (request) => request.body);
  http.post('/slow', async () => {
    await setTimeout(400);
    return { done: true };
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  return () => http.close();
});

const head = 'POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n';

it('the server returns 408 if a small request body does not arrive in time', async () => {
  const socket = connect({ port: (http.server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write(`${head}{`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.toString()).toContain('connection: close');
  socket.destroy();
});

it('the server does not limit the time of a route handler after it has received the body', async () => {
  const answer = await http.inject({ method: 'POST', url: '/slow', payload: { a: 1 } });
  expect(answer.json()).toEqual({ done: true });
});

it.each([
  ['disconnects during the body', (socket: Socket) => socket.destroy()],
  ['closes its side during the body', (socket: Socket) => socket.end()],
  ['disconnects before the body', (socket: Socket) => socket.destroy(), ''],
  ['sends too many bytes', (socket: Socket) => socket.write('x'.repeat(2_000_000)), '', 3_000_000],
])('the server survives a client that %s', async (_, leave, begun = '{', lengthBytes = 50) => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtExceptionMonitor', note);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
  const socket = connect({ port: (http.server.address() as AddressInfo).port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(head.replace('length: 50', `length: ${lengthBytes}`) + begun);
  await setTimeout(50);
  leave(socket);
  await setTimeout(400);
  expect(uncaught).toEqual([]);
});
