import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing, stopTracing, traced } from '@gossamer/service-kit/tracing';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createServiceClient } from '../../src/http/service-client.ts';

async function listen(answer: (headers: IncomingHttpHeaders) => void): Promise<string> {
  const server = createServer((request, response) => {
    answer(request.headers);
    request.resume();
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the service client sends the request id and the current trace to the service', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const url = await listen((headers) => seen.push(headers));
  // Set the environment variable, because the OpenTelemetry exporter reads it directly.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await listen(() => {});
  onTestFinished(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  });
  const client = createServiceClient({
    url,
    identitySecret: 'x'.repeat(32),
    audience: 'billing',
    timeoutMs: 5_000,
    unavailableCode: 'payment_provider_unavailable',
  });
  const ask = () => client.ask({ requestId: 'one' }, { method: 'GET', path: '/summary' }, z.object({}));

  await ask();
  await startTracing('test', { isOn: true, keptShare: 1 });
  await traced('a request', ask);
  await stopTracing();

  expect(seen.map((headers) => headers['x-request-id'])).toEqual(['one', 'one']);
  expect(seen[0]).not.toHaveProperty('traceparent');
  expect(seen[1]?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});
