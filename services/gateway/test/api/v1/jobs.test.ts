import { createHash } from 'node:crypto';
import { apiBatchResult, apiCompressionList, apiEstimate } from '@gossamer/contracts/api';
import { apiUsage } from '@gossamer/contracts/api-usage';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import {
  form,
  json,
  rowOf,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
} from '../../gateway.ts';
import {
  type ApiClient,
  apiClient,
  compressionIn,
  imageServer,
  submitBytes,
  submitJson,
} from './api-client.ts';

let gateway: TestGateway;
let image: Buffer;
let worker: TestWorker;

beforeAll(async () => {
  gateway = await startGateway({
    ...roomy,
    GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    GATEWAY_API_REQUESTS_PER_MINUTE: '300',
  });
  image = await photo({ widthPx: 64, heightPx: 48 });
  worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

/** Matches 202, or 201 if the worker finishes before the gateway responds. */
const isAccepted = expect.toBeOneOf([201, 202]);

const remove = { method: 'DELETE' };
const list = async ({ send }: ApiClient, query = '') =>
  apiCompressionList.parse(await (await send(`/compressions${query}`)).json());

describe('API jobs', () => {
  it('are listed newest first, page by page', async () => {
    const caller = await apiClient(gateway);
    const ids: string[] = [];
    for (const quality of [40, 50, 60]) {
      ids.unshift((await compressionIn(submitBytes(caller, image, `?quality=${quality}&wait=10`))).id);
    }
    const first = await list(caller, '?limit=2');
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await list(caller, `?limit=2&cursor=${first.nextCursor}`);
    expect([second.data.map(({ id }) => id), second.nextCursor]).toEqual([ids.slice(2), null]);
    expect((await list(caller, '?status=failed')).data).toEqual([]);
    expect((await list(caller, '?status=completed')).data).toHaveLength(3);
    for (const query of ['?limit=0', '?limit=101', '?status=done', '?cursor=x']) {
      expect((await caller.send(`/compressions${query}`)).status).toBe(400);
    }
  });

  it('can be deleted, and their results can be downloaded until then', async () => {
    const caller = await apiClient(gateway);
    const job = await compressionIn(submitBytes(caller, image, '?wait=10&filename=cat.jpg'));
    const download = await caller.send(`/compressions/${job.id}/download`);
    expect((await download.arrayBuffer()).byteLength).toBe(job.result?.sizeBytes);
    expect(download.headers.get('content-disposition')).toContain('compressed_cat.webp');
    expect((await caller.send(`/compressions/${job.id}`, remove)).status).toBe(204);
    expect((await caller.send(`/compressions/${job.id}/download`)).status).toBe(410);
    expect((await compressionIn(caller.send(`/compressions/${job.id}`))).result).toMatchObject({ url: null });
    const link = new URL(job.result?.url ?? '');
    expect((await fetch(gateway.url + link.pathname + link.search)).status).toBe(403);
    expect((await storedKeys(gateway)).filter((key) => key.includes(job.id))).toEqual([]);
  });

  it('are returned to all requests that wait for them', async () => {
    const caller = await apiClient(gateway);
    await worker.close();
    const { id } = await compressionIn(submitBytes(caller, image, '?quality=31'));
    // Each request may wait for one minute. A request that is not notified of the result would exceed the timeout of
    // this test.
    const waiting = [1, 2, 3].map(() => compressionIn(caller.send(`/compressions/${id}?wait=60`)));
    worker = startWorker(gateway);
    const seen = await Promise.all(waiting);
    expect(seen.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  it('return 404 if the id is malformed', async () => {
    const caller = await apiClient(gateway);
    for (const path of ['%00', '%00/download', 'x']) {
      expect((await caller.send(`/compressions/${path}`)).status).toBe(404);
    }
    expect((await caller.member.browser('/api/webhooks/%00/secret')).status).toBe(400);
  });

  it('return the same response to other accounts as unknown jobs', async () => {
    const [owner, other] = [await apiClient(gateway), await apiClient(gateway)];
    const { id } = await compressionIn(submitBytes(owner, image, '?wait=10'));
    for (const [path, init] of [
      ['', {}],
      ['/download', {}],
      ['', remove],
    ] as const) {
      const [theirs, unknown] = await Promise.all(
        [id, '0'.repeat(32)].map(async (asked) => {
          const answer = await other.send(`/compressions/${asked}${path}`, init);
          return `${answer.status} ${await answer.text()}`;
        }),
      );
      expect(theirs).toBe(unknown);
      expect(theirs).toMatch(/^404 /);
    }
  });
});

describe('POST /api/v1/compressions/batch', () => {
  it('accepts or rejects each item separately', async () => {
    const caller = await apiClient(gateway);
    const server = await imageServer({ '/a.jpg': image });
    const items = [
      { url: `${server.url}/a.jpg`, metadata: { n: '1' } },
      { url: `${server.url}/none.jpg` },
      { url: `${server.url}/a.jpg`, quality: 20, filename: 'b.jpg' },
      { url: 'http://169.254.169.254/latest' },
    ];
    const answer = await submitJson(caller, '/compressions/batch', items);
    const { data, accepted, refused } = apiBatchResult.parse(await answer.json());
    expect([accepted, refused]).toEqual([2, 2]);
    // Each URL in a batch counts as one request toward the rate limit.
    expect(answer.headers.get('ratelimit')).toMatch(/r=296;/);
    expect(data).toMatchObject([
      { status: isAccepted, compression: { metadata: { n: '1' } } },
      { status: 422, problem: { code: 'source_refused', field: 'url' } },
      { status: isAccepted, compression: { filename: 'b.jpg', options: { quality: 20 } } },
      { status: 422, problem: { code: 'address_not_allowed' } },
    ]);
    await server.close();
  });

  it.each([
    [[], 'invalid_batch', undefined],
    [{}, 'invalid_batch', undefined],
    [Array.from({ length: 101 }, () => ({ url: 'https://example.com' })), 'invalid_batch', undefined],
    [
      [{ url: 'https://example.com' }, { url: 'https://example.com', quality: 5 }],
      'invalid_quality',
      '[1].quality',
    ],
    [[{ quality: 50 }], 'invalid_url', '[0].url'],
    [[{ url: 'https://example.com', wait: 5 }], 'unknown_field', '[0].wait'],
    [['https://example.com'], 'invalid_request', '[0]'],
  ])('rejects the body %j', async (body, code, field) => {
    const caller = await apiClient(gateway);
    const refused = await submitJson(caller, '/compressions/batch', body);
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code, ...(field && { field }) });
  });
});

describe('POST /api/v1/estimates', () => {
  it('returns the estimated sizes without storing or counting anything', async () => {
    const caller = await apiClient(gateway);
    const before = await storedKeys(gateway);
    const body = form([['image', image]]);
    const estimate = apiEstimate.parse(
      await (await caller.send('/estimates', { method: 'POST', body })).json(),
    );
    expect(estimate).toMatchObject({ original: { sizeBytes: image.length }, wouldBeCounted: true });
    expect(estimate.estimate.sizeBytes).toBeLessThan(image.length);
    expect(await storedKeys(gateway)).toEqual(before);
    expect((await list(caller)).data).toEqual([]);
    expect(await gateway.servers.sql(`select 1 from compressions where source = 'estimate'`)).toEqual([]);
    const usage = apiUsage.parse(await (await caller.send('/usage')).json());
    expect([usage.month.compressions, usage.day.compressions]).toEqual([0, 0]);

    const { id } = await compressionIn(submitBytes(caller, image, '?wait=10'));
    const again = await caller.send('/estimates', { method: 'POST', body: form([['image', image]]) });
    expect(await again.json()).toMatchObject({ wouldBeCounted: false });
    // The account uploads its own earlier result, so the estimate reports the image as unchanged.
    const own = await photo({ widthPx: 32, heightPx: 24 });
    const sha256 = createHash('sha256').update(own).digest('hex');
    await gateway.servers.sql('update compressions set result_sha256 = $2, report = $3 where id = $1', [
      ...[id, sha256],
      { effort: 'thorough' },
    ]);
    const itself = await caller.send('/estimates', { method: 'POST', body: form([['image', own]]) });
    expect(await itself.json()).toMatchObject({ estimate: { sizeBytes: own.length, savedPercent: 0 } });
  });
});

describe('every API response', () => {
  it('reports the remaining requests of the current minute, and has the status 429 once none remain', async () => {
    const caller = await apiClient(gateway);
    const first = await caller.send('/usage');
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=300;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=299;t=(60|59)$/);
    const answers = await Promise.all(Array.from({ length: 305 }, () => caller.send('/usage')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    const [one] = refused;
    expect(Number(one?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await one?.json()).toMatchObject({ code: 'too_many_requests', status: 429 });
  });

  it('is a problem document without cookies if the key is missing or invalid', async () => {
    for (const authorization of [
      undefined,
      'Bearer gsm_wrong',
      `Bearer gsm_${'0'.repeat(40)}`,
      'Basic YTpi',
    ]) {
      const headers = new Headers(authorization ? { authorization } : {});
      const answer = await fetch(`${gateway.url}/api/v1/usage`, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('content-type')).toMatch(/problem\+json/);
      expect(await answer.json()).toMatchObject({ code: 'invalid_api_key', status: 401 });
    }
    const { member, send } = await apiClient(gateway);
    expect((await member.browser('/api/v1/usage')).status).toBe(401);
    expect(await json(send('/nothing'))).toMatchObject({ code: 'route_not_found' });
  });

  it('can be read by pages of other origins, without cookies', async () => {
    const { token } = await apiClient(gateway);
    const origin = 'https://shop.example';
    const preflight = await fetch(`${gateway.url}/api/v1/compressions`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const headers = { origin, authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' };
    const posted = await fetch(`${gateway.url}/api/v1/compressions`, {
      method: 'POST',
      headers,
      body: new Uint8Array(image),
    });
    expect(posted.status).toEqual(isAccepted);
    expect(posted.headers.get('access-control-allow-origin')).toBe('*');
    expect(await rowOf(gateway, (await compressionIn(posted)).id)).toMatchObject({ source: 'api' });
  });
});
