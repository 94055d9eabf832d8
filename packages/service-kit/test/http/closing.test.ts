import { Agent, get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createHttp } from '../../src/http/create-http.ts';
import { createLogger } from '../../src/logger.ts';

it('the server closes after the last response, even if clients keep their connections open', async () => {
  const logger = createLogger('test', 'silent');
  const http = await createHttp({ logger, trustedProxies: [], requestTimeoutMs: 60_000 });
  const rest = Promise.withResolvers<void>();
  http.get('/file', async (_request, reply) => {
    const file = async function* () {
      yield Buffer.from('first');
      await rest.promise;
      yield Buffer.from('last!');
    };
    return reply.header('content-length', 10).send(Readable.from(file()));
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve) => get(`${url}/file`, { agent }, resolve));
  const closing = http.close();
  rest.resolve();
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe('firstlast!');
  // If closing waited for the idle connection, which is kept alive for 72 s, the test would time out.
  await closing;
  agent.destroy();
});
