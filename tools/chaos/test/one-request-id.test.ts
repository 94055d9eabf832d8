import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@gossamer/dev/free-port';
import { type Product, startProduct } from '@gossamer/dev/product';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import { migrations, productServices, withoutWebApp } from '@gossamer/dev/services';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Line {
  service: string;
  requestId?: string;
  traceId?: string;
  msg: string;
}

/** Starts all Gossamer processes with logging enabled, and a trace collector. */
const dataDir = await makeThrowawayDir();
const requestId = 'one-image-everywhere';
const traced: { service: string; name: string; traceId: string }[] = [];
let product: Product;

const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
    const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value
      .stringValue;
    for (const { spans } of scopeSpans)
      for (const { name, traceId } of spans) traced.push({ service, name, traceId });
  }
  response.setHeader('content-type', 'application/json').end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  product = await startProduct({
    dataDir,
    port: await freePort(),
    userEnv: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
    migrations,
    services: productServices(1).map(withoutWebApp),
  });
});

afterAll(async () => {
  await product?.stop();
  collector.close();
  removeThrowawayDir(dataDir);
});

function logLines(): Line[] {
  const directory = join(dataDir, 'logs');
  return readdirSync(directory).flatMap((name) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line),
  );
}

it('all processes log the request id of an upload, and its spans form one trace', async () => {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await photo({ widthPx: 300, heightPx: 200 }))]), 'a.jpg');
  const answer = await fetch(`${product.url}/api/compress`, {
    method: 'POST',
    body,
    headers: { 'x-request-id': requestId },
  });
  expect(answer.headers.get('x-request-id')).toBe(requestId);

  const ofImage = () => logLines().filter((line) => line.requestId === requestId);
  await waitFor(
    'all three to have logged it',
    () => new Set(ofImage().map(({ service }) => service)).size === 3,
  );
  expect(
    ofImage()
      .map(({ service, msg }) => `${service}: ${msg}`)
      .sort(),
  ).toEqual([
    'compressor-worker: finished compression job',
    'gateway-background: finalized compression',
    'gateway: request completed',
  ]);
  const traceIds = new Set(ofImage().map(({ traceId }) => traceId));
  expect([...traceIds]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);

  // Spans are exported in batches every five seconds.
  const spans = () =>
    traced.filter(({ traceId }) => traceIds.has(traceId)).map(({ service, name }) => `${service}: ${name}`);
  await waitFor(
    'the whole trace',
    () => spans().includes('gateway-background: finalize') && spans().includes('gateway: commit'),
    15_000,
  );
  await waitFor(
    'the worker’s part',
    () => spans().includes('compressor-worker: process compression'),
    15_000,
  );
});
