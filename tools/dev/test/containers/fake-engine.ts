import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDir } from '../temporary-dir.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The fields of a container creation request that the tests check. */
export interface CreatedContainer {
  Image: string;
  Cmd: string[];
  Env: string[];
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
  HostConfig: { ShmSize?: number };
}

/** Starts a server on a Unix socket, which is closed at the end of the test. Returns the path of the socket. */
export async function socketServer(handler: Handler): Promise<string> {
  const path = join(temporaryDir(), 'engine.sock');
  await listen(createServer(handler), path);
  return path;
}

/** Responds to a ping request like Docker 28. */
export const answerPing: Handler = ({ url }, response) => {
  if (url !== '/_ping') return void response.writeHead(404).end();
  response.writeHead(200, { 'api-version': '1.48', server: 'Docker/28.0.4 (linux)' }).end('OK');
};

async function listen(server: Server, where: string | number): Promise<void> {
  await new Promise<void>((resolve) => server.listen(where, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

/**
 * Starts a fake container engine. It has every image, runs no containers, and reports all containers as healthy. All
 * published ports lead to an HTTP server that responds with status 200, which is sufficient for creating a bucket.
 */
export async function fakeEngine() {
  const created: CreatedContainer[] = [];
  const removed: string[] = [];
  const bucket = createServer((_, response) => response.end());
  await listen(bucket, 0);
  const hostPort = String((bucket.address() as AddressInfo).port);
  const inspected = (id: string) => ({
    Id: id,
    Name: `/${id}`,
    Config: { Hostname: id, Labels: {} },
    State: { Status: 'running', Running: true, Health: { Status: 'healthy' } },
    NetworkSettings: {
      Networks: {},
      Ports: Object.fromEntries(
        Object.keys(created[Number(id)]?.ExposedPorts ?? {}).map((port) => [
          port,
          [{ HostIp: '0.0.0.0', HostPort: hostPort }],
        ]),
      ),
    },
  });
  const answers: [RegExp, (id: string, body: string) => [number, unknown?]][] = [
    [/^GET \/info$/, () => [200, { OperatingSystem: 'Linux', OSType: 'linux', NCPU: 2, MemTotal: 1 }]],
    [/^GET \/images\/.+\/json$/, () => [200, { Id: 'sha256:0' }]],
    [/^GET \/containers\/json/, () => [200, []]],
    [
      /^POST \/containers\/create/,
      (_, body) => [201, { Id: String(created.push(JSON.parse(body) as CreatedContainer) - 1) }],
    ],
    [/^POST \/containers\/(\d+)\/(?:start|stop)/, () => [204]],
    [/^GET \/containers\/(\d+)\/json/, (id) => [200, inspected(id)]],
    [/^DELETE \/containers\/(\d+)/, (id) => [204, void removed.push(id)]],
  ];
  const path = await socketServer(async (request, response) => {
    if (request.url === '/_ping') return answerPing(request, response);
    const chunks = await request.toArray();
    const line = `${request.method} ${request.url?.replace(/^\/v[\d.]+/, '')}`;
    const found = answers.find(([pattern]) => pattern.test(line));
    const id = found?.[0].exec(line)?.[1] ?? '';
    const [status, answer] = found?.[1](id, Buffer.concat(chunks).toString()) ?? [404, { message: line }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(answer === undefined ? undefined : JSON.stringify(answer));
  });
  return { host: `unix://${path}`, created, removed };
}
