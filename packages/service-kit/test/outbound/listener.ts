import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server that counts connections, including those without a request. */
export async function listen(
  host: string,
  port = 0,
  answer: RequestListener = (_request, response) => void response.end('ok'),
) {
  let connections = 0;
  const server = createServer(answer);
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
