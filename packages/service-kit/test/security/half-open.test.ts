import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../../src/http/create-http.ts';
import { createLogger } from '../../src/logger.ts';

let http: Http;

beforeAll(async () => {
  const logger = createLogger('test', 'silent');
  http = await createHttp({ logger, trustedProxies: [], requestTimeoutMs: 60_000 });
  await http.listen({ host: '127.0.0.1', port: 0 });
  return () => http.close();
});

describe('a rejected connection', () => {
  it('is closed even if the client never closes its side', async () => {
    const { port } = http.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write('no HTTP at all\r\n\r\n');
    try {
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
      const count = promisify(http.server.getConnections.bind(http.server));
      await waitFor('the connection to go', async () => (await count()) === 0, 15_000);
    } finally {
      socket.destroy();
    }
  });
});
