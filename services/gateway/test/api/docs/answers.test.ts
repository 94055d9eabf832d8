import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCompression } from '@gossamer/contracts/api';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startResultDeliveries } from '../../../src/result-deliveries/send-due-results.ts';
import { roomy } from '../../accounts/people.ts';
import { form, halve, startGateway, startWorker, type TestGateway, withVariants } from '../../gateway.ts';
import { changePlan } from '../../plan.ts';
import { say, startReceiver } from '../../webhooks/receiver.ts';
import { type ApiClient, apiClient, imageServer } from '../v1/api-client.ts';
import { asJson, type Caller, caller, plainCalls, unknownId } from './api-client-calls.ts';
import { type Contract, createContract, type Document, propertiesOf } from './contract.ts';

const report: EngineReport = {
  effort: 'thorough',
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 80,
  targetScore: 80,
  score: 81.5,
  worstTileScore: 77,
  worstTile: { leftPx: 192, topPx: 384, widthPx: 192, heightPx: 192 },
  needsReview: false,
  probes: 3,
  metadataRemoved: ['gps'],
  metadataKept: ['icc'],
  wideGamut: 'kept',
  sizeLimits: { minBytes: 200, maxBytes: 90_000, isReached: true },
  next: { quality: 70, sizeBytes: 100 },
  jpegSha256: 'a'.repeat(64),
  hdr: 'none',
  stepsMs: { decode: 4 },
};
/** Responses that this test does not trigger, because they require a full disk. */
const notProvoked = new Set(['createCompression 507', 'createEstimate 507']);
const imageQuery =
  '?quality=70&maxBytes=90000&minBytes=200&wait=10&filename=a.jpg&metadata=%7B%22n%22%3A%221%22%7D';

let gateway: TestGateway;
let contract: Contract;
let image: Buffer;
let member: ApiClient;
let call: Caller;
let server: Awaited<ReturnType<typeof imageServer>>;
const held = Promise.withResolvers<void>();

beforeAll(async () => {
  gateway = await startGateway({
    ...roomy,
    GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    GATEWAY_UPLOAD_IDLE_MS: '2000',
  });
  const document = await fetch(`${gateway.url}/api/v1/openapi.json`);
  contract = createContract((await document.json()) as Document);
  image = await photo({ widthPx: 64, heightPx: 48 });
  server = await imageServer({ '/a.jpg': image });
  member = await apiClient(gateway);
  call = caller(contract, gateway.url, member.token);
  const work = halve(gateway);
  const worker = startWorker(gateway, async (job, bull) => {
    if (job.settings.filter === 'vintage') await held.promise;
    if (job.settings.filter === 'sepia') return { type: 'image.failed', ...job, code: 'corrupt_image' };
    const outcome = { ...(await work(job, bull)), engineReport: report };
    const isGroup = job.settings.variants !== undefined && outcome.type === 'image.compressed';
    return isGroup ? withVariants(gateway, outcome) : outcome;
  });
  return async () => {
    held.resolve();
    await worker.close();
    await server.close();
    await gateway.close();
  };
});

let bytes = 0;
/** Returns the same image with additional bytes, so that the server does not reuse an earlier result. */
const another = () => {
  bytes += 1;
  return new Uint8Array(Buffer.concat([image, Buffer.from(String(bytes))]));
};
const send = (query: string, headers: Record<string, string> = {}, body: RequestInit['body'] = another()) =>
  call('createCompression', { query, init: { body, headers } });
const codeOf = async (answer: ReturnType<Caller>) => (await answer).body.code;
const idOf = ({ body }: Awaited<ReturnType<Caller>>) => String(body.id);
/** Returns a request body that sends the beginning of an image and then stalls. */
const slowly = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(image)),
    pull: () => sleep(10_000),
  });
const half = (body: RequestInit['body']) => ({ body, duplex: 'half' }) as RequestInit;

describe('API responses', () => {
  it('match the OpenAPI document for one image, in each request format', async () => {
    const same = another();
    const first = await send(imageQuery, {}, same);
    expect([first.status, first.body.status]).toEqual([201, 'completed']);
    expect((await send(imageQuery, {}, same)).status).toBe(200);
    const webhookUrl = 'https://hooks.example.com/images';
    const init = {
      body: form([
        ['image', another()],
        ['webhookUrl', webhookUrl],
        ['deliverTo', 'https://bucket.example.com/a.webp?X-Amz-Signature=1'],
      ]),
    };
    // The status is 201 if the worker finishes before the gateway responds.
    expect([201, 202]).toContain((await call('createCompression', { init })).status);
    const json = asJson({ url: `${server.url}/a.jpg`, resizeWidth: 10, resizeHeight: 10, fit: 'cover' });
    expect([201, 202]).toContain((await call('createCompression', { init: json })).status);
    const options = {
      formats: ['webp', 'avif'],
      resizePercent: 50,
      background: '#ffffff',
      preserve: ['location'],
    };
    const more = asJson({ url: `${server.url}/a.jpg`, ...options });
    expect([201, 202]).toContain((await call('createCompression', { init: more })).status);
    const failed = await send('?filter=sepia&wait=10');
    expect(failed.body).toMatchObject({ status: 'failed', error: { code: 'corrupt_image' } });
  });

  it('match the OpenAPI document for jobs, their results and their deletion', async () => {
    const id = idOf(await send(imageQuery));
    await call('getCompression', { id, query: '?wait=1' });
    const whole = await call('downloadResult', { id });
    expect(whole.status).toBe(200);
    const range = { headers: { range: 'bytes=0-9' } };
    expect((await call('downloadResult', { id, init: range })).status).toBe(206);
    const manifest = await call('getManifest', { id });
    expect(manifest.body).toMatchObject({
      files: [{ path: 'compressed_a.webp', original: { name: 'a.jpg' }, report: { score: report.score } }],
    });
    expect(await codeOf(call('getManifest'))).toBe('compression_not_found');
    const page = await call('getManifest', { id, init: { headers: { accept: 'text/html' } } });
    expect(String(page.body)).toContain('<a href="compressed_a.webp">');
    const etag = { 'if-none-match': whole.headers.get('etag') ?? '' };
    expect((await call('downloadResult', { id, init: { headers: etag } })).status).toBe(304);
    const beyond = { headers: { range: 'bytes=999999-' } };
    expect(await codeOf(call('downloadResult', { id, init: beyond }))).toBe('range_not_satisfiable');
    const { body: jobs } = await call('listCompressions', { query: '?limit=1' });
    expect(jobs.nextCursor).toEqual(expect.any(String));
    await call('listCompressions', { query: `?limit=1&cursor=${String(jobs.nextCursor)}` });
    expect((await call('deleteCompression', { id })).status).toBe(204);
    expect(await codeOf(call('downloadResult', { id }))).toBe('result_expired');
    const waiting = idOf(await send('?filter=vintage'));
    expect((await call('getCompression', { id: waiting })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await codeOf(call('downloadResult', { id: waiting }))).toBe('result_not_ready');
    expect(await codeOf(call('getManifest', { id: waiting }))).toBe('result_not_ready');
    const failed = idOf(await send('?filter=sepia&wait=10'));
    expect(await codeOf(call('downloadResult', { id: failed }))).toBe('result_not_ready');
  });

  it('match the OpenAPI document for variants and their files', async () => {
    const query = `?wait=10&variants=${encodeURIComponent('{"widths":[20,800]}')}`;
    const made = await send(query);
    expect(made.body).toMatchObject({ status: 'completed', result: { variants: { files: [{}, {}, {}] } } });
    const download = (variant: string, headers: Record<string, string> = {}) =>
      call('downloadVariant', { id: idOf(made), variant, init: { headers } });
    const whole = await download('4.avif');
    expect(whole.status).toBe(200);
    expect((await download('4.avif', { range: 'bytes=0-1' })).status).toBe(206);
    expect((await call('getManifest', { id: idOf(made) })).body).toMatchObject({
      files: [
        { path: 'image-4w.avif', report: null, variant: { isMain: false } },
        {},
        { path: 'image-4w.jpg', result: { widthPx: 4 }, variant: { isMain: true } },
      ],
    });
    const etag = { 'if-none-match': whole.headers.get('etag') ?? '' };
    expect((await download('4.avif', etag)).status).toBe(304);
    expect(await codeOf(download('4.avif', { range: 'bytes=99-' }))).toBe('range_not_satisfiable');
    expect(await codeOf(download('5.avif'))).toBe('compression_not_found');
    await call('deleteCompression', { id: idOf(made) });
    expect(await codeOf(download('4.avif'))).toBe('result_expired');
    const waiting = idOf(await send(`?filter=vintage&${query.slice(9)}`));
    expect(await codeOf(call('downloadVariant', { id: waiting, variant: '4.avif' }))).toBe(
      'result_not_ready',
    );
  });

  it('match the OpenAPI document for the deliveries of a result and its variants', async () => {
    const storage = await startReceiver(say(500));
    const deliveries = startResultDeliveries(gateway.deps, { pauseMs: 20, retrySeconds: [0.5] });
    const target = `${storage.url}?X-Amz-Signature=1`;
    const query = new URLSearchParams({
      wait: '10',
      deliverTo: target,
      variants: '{"widths":[20]}',
      deliverVariantsTo: JSON.stringify({ '4.avif': target }),
    });
    const id = idOf(await send(`?${query}`));
    const deliveriesOf = async () => {
      const body = (await call('getCompression', { id })).body as unknown as ApiCompression;
      return [body.delivery, body.result?.variants?.files[0]?.delivery];
    };
    await waitFor('the first attempts', async () =>
      (await deliveriesOf()).every((delivery) => delivery?.lastStatus === 500),
    );
    storage.answer(say(200));
    const ended = await waitFor('the deliveries', async () => {
      const found = await deliveriesOf();
      return found.every((delivery) => delivery?.status === 'delivered') && found;
    });
    for (const delivery of ended) {
      expect(delivery).toMatchObject({ url: storage.url, lastStatus: 200, lastFault: null });
    }
    await call('listCompressions', { query: '?limit=1' });
    const batch = await call('createBatch', {
      init: asJson([{ url: `${server.url}/a.jpg`, quality: 22, deliverTo: target }]),
    });
    expect(batch.body).toMatchObject({ data: [{ compression: { delivery: { url: storage.url } } }] });
    await deliveries.close();
    storage.close();
  });

  it('match the OpenAPI document for batches, estimates and usage', async () => {
    const items = [{ url: `${server.url}/a.jpg`, quality: 21 }, { url: `${server.url}/none` }];
    const batch = await call('createBatch', { init: asJson(items) });
    expect(batch.body).toMatchObject({ accepted: 1, refused: 1 });
    const init = { body: form([['image', another()]]) };
    expect((await call('createEstimate', { init })).status).toBe(200);
    expect((await call('getUsage')).status).toBe(200);
  });
});

describe('API error responses', () => {
  const tooMuch = asJson({ url: `http://example.com/${'a'.repeat(5_000_000)}` });

  it.each(['createCompression', 'createEstimate'])(
    'match the OpenAPI document for invalid images on %s',
    async (operation) => {
      const refused = async (init: RequestInit) => codeOf(call(operation, { init }));
      const text = new Uint8Array(Buffer.from('no image'));
      expect(await refused({ body: text })).toBe('unsupported_format');
      expect(await refused({ body: new Uint8Array() })).toBe('empty_file');
      expect(await refused({ body: form([['quality', '50']]) })).toBe('missing_file');
      expect(
        await refused({
          body: form([
            ['image', image],
            ['image', image],
          ]),
        }),
      ).toBe('too_many_files');
      expect(await refused(tooMuch)).toBe('request_too_large');
      expect(await refused(asJson({ url: `${server.url}/none.jpg` }))).toBe('source_refused');
      expect(await refused(asJson({ url: 'http://127.0.0.1:40111/a.jpg' }))).toBe('source_unreachable');
      expect(await refused(asJson({ url: 'http://10.0.0.1/a.jpg' }))).toBe('address_not_allowed');
      expect(await refused(half(slowly()))).toBe('upload_timeout');
    },
  );

  it('match the OpenAPI document for failed jobs, and for failed estimates', async () => {
    const body = form([
      ['image', another()],
      ['filter', 'sepia'],
    ]);
    expect(await codeOf(call('createEstimate', { init: { body } }))).toBe('corrupt_image');
  });

  it('match the OpenAPI document for invalid batches and unknown jobs', async () => {
    expect(await codeOf(call('createBatch', { init: asJson([]) }))).toBe('invalid_batch');
    expect(await codeOf(call('createBatch', { init: tooMuch }))).toBe('request_too_large');
    expect(await codeOf(call('listCompressions', { query: '?limit=0' }))).toBe('invalid_request');
    expect(await codeOf(call('getCompression', { query: '?wait=61' }))).toBe('invalid_wait');
    for (const operation of ['getCompression', 'downloadResult', 'deleteCompression']) {
      expect(await codeOf(call(operation, { id: unknownId }))).toBe('compression_not_found');
    }
  });

  it('match the OpenAPI document for idempotency keys that are in use or were used for another request', async () => {
    const bodies: Record<string, (quality: number) => RequestInit> = {
      createCompression: (quality) => ({
        body: form([
          ['image', image],
          ['quality', String(quality)],
        ]),
      }),
      createEstimate: (quality) => ({
        body: form([
          ['image', image],
          ['quality', String(quality)],
        ]),
      }),
      createBatch: (quality) => asJson([{ url: `${server.url}/a.jpg`, quality }]),
    };
    for (const [operation, body] of Object.entries(bodies)) {
      const named = (quality: number) => {
        const { headers, ...init } = body(quality);
        return {
          init: { ...init, headers: { ...(headers as object), 'idempotency-key': `key-${operation}` } },
        };
      };
      expect((await call(operation, named(31))).status).toBeLessThan(300);
      expect(await codeOf(call(operation, named(32)))).toBe('idempotency_key_reused');
      await gateway.servers.sql(
        `update idempotent_requests set status = null, leased_until = now() + interval '1 hour' where key = $1`,
        [`key-${operation}`],
      );
      expect(await codeOf(call(operation, named(31)))).toBe('idempotency_key_in_flight');
    }
  });

  it('match the OpenAPI document for callers without a key, without Pro or over the rate limit', async () => {
    const anonymous = caller(contract, gateway.url, undefined);
    const former = await apiClient(gateway);
    await changePlan(gateway, former.member.accountId, 'free');
    const expired = await apiClient(gateway);
    await gateway.servers.sql('update api_keys set expires_at = now() where account_id = $1', [
      expired.member.accountId,
    ]);
    const limited = await startGateway({ ...roomy, GATEWAY_API_REQUESTS_PER_MINUTE: '1' });
    const { token, send: sendOnce } = await apiClient(limited);
    await sendOnce('/usage');
    const busy = caller(contract, limited.url, token);
    for (const [operation, plain] of Object.entries(plainCalls(image))) {
      expect(await codeOf(anonymous(operation, plain))).toBe('invalid_api_key');
      expect(await codeOf(caller(contract, gateway.url, expired.token)(operation, plain))).toBe(
        'api_key_expired',
      );
      expect(await codeOf(caller(contract, gateway.url, former.token)(operation, plain))).toBe(
        'pro_required',
      );
      expect(await codeOf(busy(operation, plain))).toBe('too_many_requests');
    }
    await limited.close();
  });

  it('match the OpenAPI document for internal errors', async () => {
    const { sql } = gateway.servers;
    for (const [sqlState, code] of [
      ['57P03', 'unavailable'],
      ['22012', 'internal'],
    ]) {
      await sql(`update api_keys set last_used_at = null`);
      await sql(
        `create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${sqlState}'; end $$`,
      );
      await sql('create trigger fail before update on api_keys for each row execute function fail()');
      for (const [operation, plain] of Object.entries(plainCalls(image))) {
        expect(await codeOf(call(operation, plain))).toBe(code);
      }
      await sql('drop trigger fail on api_keys');
      await sql('drop function fail');
    }
    gateway.deps.config.api.maxWaitMs = -1;
    expect(await codeOf(send(''))).toBe('fleet_busy');
  });
});

// After the last test, check that every documented response was sent.
afterAll(() => {
  const documented = [...contract.operations.values()].flatMap(({ operation }) =>
    Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
  );
  const asked = documented.filter((name) => !notProvoked.has(name) && !name.startsWith('getDocument'));
  expect([...contract.answered].sort(), 'answers that were provoked').toEqual(asked.sort());
  const { schemas } = contract.document.components;
  const answeredWith = [
    'Compression',
    'CompressionList',
    'BatchResult',
    'Manifest',
    'Estimate',
    'Usage',
    'Problem',
  ];
  const properties = answeredWith.flatMap((name) => propertiesOf(contract, name, schemas[name]!));
  // The daily limit is always null here, because all API clients are members with Pro.
  const never = properties.filter((name) => !contract.filled.has(name) && name !== 'Usage.day.limit');
  expect(never, 'properties that no answer had').toEqual([]);
});
