import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createHttp, type Http } from '../src/http/create-http.ts';
import { createLogger } from '../src/logger.ts';
import { createConsumer } from '../src/queues/consumer.ts';
import { createProducer } from '../src/queues/producer.ts';
import { createRedis } from '../src/redis.ts';
import { startTracing, stopTracing, traced, traceHeaders } from '../src/tracing.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

const catalog = { name: 'errands', jobs: { run: z.object({ to: z.string() }) } } as const;
const logger = createLogger('test', 'silent');
const spans: Span[] = [];
const undo: (() => unknown)[] = [];
let servers: TestServers;

/** Fake trace collector that receives spans as OTLP over HTTP, in JSON. */
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  for (const { scopeSpans } of body.resourceSpans)
    for (const scope of scopeSpans) spans.push(...(scope.spans as Span[]));
  response.setHeader('content-type', 'application/json').end('{}');
});

beforeAll(async () => {
  servers = await openTestServers();
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  // Set the environment variable, because the OpenTelemetry exporter reads it directly.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  await startTracing('test', { isOn: true, keptShare: 1 });
});

afterAll(async () => {
  for (const step of undo.reverse()) await step();
  await stopTracing();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  collector.close();
  await servers.close();
});

async function startHttp(
  trustsUpstreamTrace: boolean,
  handler: () => Promise<unknown>,
): Promise<[Http, string]> {
  const http = await createHttp({ logger, trustedProxies: [], requestTimeoutMs: 5_000, trustsUpstreamTrace });
  http.get('/errands/:id', handler);
  undo.push(() => http.close());
  return [http, await http.listen({ host: '127.0.0.1', port: 0 })];
}

it('a trace follows one request through another service, the queue and its worker', async () => {
  const prefix = servers.redisPrefix;
  const settings = { url: servers.redisUrl, prefix };
  const [sending, taking] = [
    createRedis(settings, 'consumer', logger),
    createRedis(settings, 'consumer', logger),
  ];
  const producer = createProducer(catalog, { connection: sending, prefix, logger });
  let ran = false;
  const run = async () => {
    await traced('errand', async () => {
      ran = true;
    });
  };
  const worker = createConsumer(catalog, { run }, { connection: taking, prefix, logger });
  undo.push(
    () => sending.disconnect(),
    () => taking.disconnect(),
    () => producer.close(),
    () => worker.close(),
  );
  const [, behind] = await startHttp(true, async () => 'done');
  const [, front] = await startHttp(false, async () => {
    await fetch(`${behind}/errands/2`, { headers: traceHeaders() });
    await producer.add('run', { to: 'market' });
    return 'ok';
  });
  await fetch(`${front}/errands/1`, {
    headers: {
      'x-request-id': 'one-id-for-all',
      // A trace started by an external caller must not be continued.
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    },
  });
  await waitFor('the errand', () => ran);
  await worker.close();
  await stopTracing();

  const request = spans.find((span) => attribute(span, 'gossamer.request_id') === 'one-id-for-all')!;
  expect(request.traceId).not.toBe('1'.repeat(32));
  expect(request.parentSpanId ?? '').toBe('');
  const ofTrace = spans.filter(({ traceId }) => traceId === request.traceId);
  expect(ofTrace.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /errands/:id', 'add errands.run', 'process errands', 'errand']),
  );
  expect(ofTrace.filter(({ name }) => name === 'GET /errands/:id')).toHaveLength(2);
  const errand = ofTrace.find(({ name }) => name === 'errand')!;
  expect(ofTrace.find(({ spanId }) => spanId === errand.parentSpanId)?.name).toBe('process errands');
});

const attribute = (span: Span, key: string) =>
  span.attributes.find((one) => one.key === key)?.value.stringValue;
