import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** The subset of the official Tinify client that the tests use. */
interface Client {
  key: string | undefined;
  compressionCount: number | undefined;
  Client: { API_ENDPOINT: string; CA_BUNDLE: string };
  fromBuffer(bytes: Uint8Array): Source;
  fromUrl(url: string): Source;
  validate(): Promise<void>;
}
interface Source {
  resize(options: object): Source;
  convert(options: object): Source;
  transform(options: object): Source;
  preserve(...keys: string[]): Source;
  toBuffer(): Promise<Uint8Array>;
  result(): { size(): Promise<number>; mediaType(): Promise<string>; width(): Promise<number> };
}

/**
 * Creates the unmodified official Tinify client, connected to a gateway. The client requires TLS with a trusted
 * certificate, so its requests go through a local TLS proxy.
 */
export async function officialClient(
  url: string,
  key: string,
): Promise<{ client: Client; close(): Promise<void> }> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = await listen(
    createServer({ key: certificate.private, cert: certificate.cert }, (incoming, answer) => {
      const { method, headers } = incoming;
      const forwarded = httpRequest(new URL(incoming.url ?? '/', url), { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      forwarded.on('error', () => answer.destroy());
      incoming.pipe(forwarded);
    }),
  );
  const client = createRequire(import.meta.url)('tinify') as Client;
  client.key = key;
  client.Client.API_ENDPOINT = `https://localhost:${(server.address() as AddressInfo).port}`;
  client.Client.CA_BUNDLE = certificate.cert;
  return {
    client,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}
