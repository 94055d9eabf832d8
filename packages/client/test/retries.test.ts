import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  Gossamer,
  GossamerError,
  GossamerNetworkError,
  type GossamerOptions,
  GossamerTimeoutError,
} from '../src/index.ts';
import {
  cut,
  type FlakyServer,
  json,
  passOn,
  problem,
  silence,
  startFlakyServer,
  type Turn,
} from './flaky-server.ts';

const { url: productUrl, members } = inject('product');
const { apiKey } = members.retries;
const used = { plan: 'pro' };

let image: Buffer;
let server: FlakyServer;

beforeAll(async () => {
  image = await photo({ widthPx: 64, heightPx: 48, seed: 77 });
});
afterEach(() => server.close());

async function client(turns: Turn[], options: Partial<GossamerOptions> = {}): Promise<Gossamer> {
  server = await startFlakyServer(turns);
  return new Gossamer({ apiKey, baseUrl: server.url, ...options });
}

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );

const pauses = () => server.seen.slice(1).map(({ at }, index) => at - (server.seen[index]?.at ?? 0));

describe('a failed request', () => {
  it.each([
    ['a broken connection', cut],
    ['500', problem(500, 'internal')],
    ['502 from a proxy', json(502, 'bad gateway')],
    ['503', problem(503, 'unavailable')],
    ['504 from a proxy', json(504, {})],
    ['429', problem(429, 'too_many_requests', { 'retry-after': '1' })],
  ])('is retried after a temporary failure: %s', async (_name, fault) => {
    const gossamer = await client([fault, json(200, used)]);
    expect(await gossamer.usage()).toEqual(used);
    expect(server.seen).toHaveLength(2);
  });

  it('is retried a limited number of times, after increasing delays', async () => {
    const gossamer = await client([problem(503, 'unavailable')], { maxRetries: 3 });
    expect(await reasonOf(gossamer.usage())).toMatchObject({ status: 503, code: 'unavailable' });
    expect(server.seen).toHaveLength(4);
    const [first = 0, second = 0, third = 0] = pauses();
    expect(first).toBeGreaterThanOrEqual(249);
    expect(second).toBeGreaterThanOrEqual(499);
    expect(third).toBeGreaterThanOrEqual(999);
  });

  it('is retried after the delay in Retry-After, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 3_000).toUTCString();
    const gossamer = await client([
      problem(503, 'fleet_busy', { 'retry-after': '2' }),
      problem(429, 'too_many_requests', { 'retry-after': date }),
      json(200, used),
    ]);
    await gossamer.usage();
    expect(pauses()[0]).toBeGreaterThanOrEqual(2_000);
    expect(server.seen).toHaveLength(3);
  });

  it('is not retried if the delay would exceed the timeout', async () => {
    const gossamer = await client([problem(429, 'daily_limit_reached', { 'retry-after': '3600' })]);
    expect(await reasonOf(gossamer.usage())).toMatchObject({
      code: 'daily_limit_reached',
      retryAfterSeconds: 3600,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('is not retried after a permanent error', async () => {
    for (const [status, code] of [
      [400, 'invalid_quality'],
      [404, 'compression_not_found'],
      [409, 'result_not_ready'],
      [422, 'idempotency_key_reused'],
      [507, 'storage_full'],
    ] as const) {
      const gossamer = await client([problem(status, code)]);
      expect(await reasonOf(gossamer.usage())).toMatchObject({ status, code });
      expect(server.seen).toHaveLength(1);
      await server.close();
    }
  });
});

describe('a retried POST', () => {
  it('creates one job even if the server’s response is lost twice', async () => {
    const through = passOn(productUrl, 'cut');
    const gossamer = await client([through, through, passOn(productUrl)]);
    const job = await gossamer.compress(image, { metadata: { test: 'one job' } });
    const direct = new Gossamer({ apiKey, baseUrl: productUrl });
    const ids: string[] = [];
    for await (const { id } of direct.list()) ids.push(id);
    expect(ids).toEqual([job.id]);
    const keys = server.seen
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect((await direct.usage()).month.compressions).toBe(1);
  });

  it('uses one idempotency key per call, and resends the complete content of a stream', async () => {
    const gossamer = await client([
      problem(503, 'unavailable'),
      json(201, { id: 'a', status: 'processing' }),
    ]);
    await gossamer.submit(new Blob([image]).stream());
    await gossamer.submit(image);
    await gossamer.batch([{ url: 'http://example.com/a.jpg' }]);
    await gossamer.estimate(image, { idempotencyKey: 'my-own-key' });
    const [one, two, three, four, five] = server.seen.map(({ headers }) =>
      String(headers['idempotency-key']),
    );
    expect(two).toBe(one);
    expect(new Set([one, three, four, five]).size).toBe(4);
    expect(five).toBe('my-own-key');
    for (const key of [one, three, four]) expect(key).toMatch(/^[\w-]{8,64}$/);
    expect(server.seen[1]?.body.includes(image)).toBe(true);
    expect(server.seen[1]?.body.length).toBe(server.seen[0]?.body.length);
  });

  it('is repeated while the first request is in flight, regardless of the maximum number of retries', async () => {
    const inFlight = problem(409, 'idempotency_key_in_flight', { 'retry-after': '1' });
    const turns = [inFlight, inFlight, inFlight, json(200, { id: 'a', status: 'completed' })];
    const gossamer = await client(turns, { maxRetries: 0 });
    expect(await gossamer.submit(image)).toMatchObject({ id: 'a' });
    expect(server.seen).toHaveLength(4);
  });
});

describe('the timeout', () => {
  it('applies to a whole call, including retries', async () => {
    const gossamer = await client([silence], { timeoutMs: 500 });
    const error = await reasonOf(gossamer.compress(image));
    expect(error).toBeInstanceOf(GossamerTimeoutError);
    expect(error).toMatchObject({ code: 'timed_out', status: undefined, compressionId: undefined });
    expect(error).toBeInstanceOf(GossamerError);
  });

  it('reports the id of a job that is still processing, so that the client can wait for the job', async () => {
    const processing = { id: 'abc', status: 'processing' };
    const gossamer = await client([json(202, processing)]);
    const error = await reasonOf(gossamer.compress(image, { timeoutMs: 1_500 }));
    expect(error).toMatchObject({ name: 'GossamerTimeoutError', compressionId: 'abc' });
    // The client must pause between polls even if the server responds immediately.
    expect(server.seen.length).toBeLessThanOrEqual(4);
  });

  it('is overridden by an abort signal during a request, a retry delay or a download', async () => {
    const reason = new Error('enough');
    for (const turn of [silence, problem(503, 'unavailable', { 'retry-after': '60' })]) {
      const gossamer = await client([turn]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 100);
      expect(await reasonOf(gossamer.usage({ signal: controller.signal }))).toBe(reason);
      await server.close();
    }
    const gossamer = await client([
      (response) => void response.writeHead(200, { 'content-type': 'image/webp' }).write('a part'),
    ]);
    expect(await reasonOf(gossamer.usage({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    const controller = new AbortController();
    const stream = await gossamer.downloadStream('a', { signal: controller.signal, timeoutMs: 1_000 });
    controller.abort(reason);
    expect(await reasonOf(new Response(stream).arrayBuffer())).toBe(reason);
  });
});

describe('a server that is not the API', () => {
  it('results in a network error, not an API error, if it is unreachable', async () => {
    const gone = await client([silence], { maxRetries: 0 });
    await server.close();
    const error = await reasonOf(gone.usage());
    expect(error).toBeInstanceOf(GossamerNetworkError);
    expect(error).toMatchObject({ code: 'network_failed', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('is detected by responses that are not in the format of the API', async () => {
    for (const turn of [json(200, undefined), json(404, 'no such page')]) {
      const gossamer = await client([turn]);
      expect(await reasonOf(gossamer.usage())).toMatchObject({ code: 'unexpected_answer' });
      expect(server.seen).toHaveLength(1);
      await server.close();
    }
  });

  it('never receives the key through a redirect', async () => {
    const other = await startFlakyServer([json(200, used)]);
    for (const status of [301, 302, 307, 308]) {
      const gossamer = await client([
        (response) => void response.writeHead(status, { location: `${other.url}/api/v1/usage` }).end(),
      ]);
      expect(await reasonOf(gossamer.usage())).toMatchObject({ code: 'unexpected_answer', status });
      await server.close();
    }
    expect(other.seen).toHaveLength(0);
    await other.close();
  });
});
