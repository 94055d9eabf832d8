import { readFile } from 'node:fs/promises';
import type { FailureCode } from '@gossamer/contracts/errors';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomy, signUp } from '../accounts/people.ts';
import { sendRawAndHangUp } from '../compressions/upload/raw-http.ts';
import {
  type Body,
  browser,
  clearAll,
  halve,
  json,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  upload,
} from '../gateway.ts';
import { changePlan } from '../plan.ts';

let gateway: TestGateway;
let image: Buffer;
let failing: FailureCode | undefined;
const sample = await readFile(new URL('../../../../apps/web/public/sample-image.png', import.meta.url));

beforeAll(async () => {
  gateway = await startGateway({
    ...roomy,
    GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '100000',
    GATEWAY_MAX_WAIT_MS: '600000',
  });
  image = await photo({ widthPx: 16, heightPx: 12 });
  const finish = halve(gateway);
  const worker = startWorker(gateway, async (job, bullJob) => {
    if (failing === undefined) return finish(job, bullJob);
    const { compressionId, attempt, requestId } = job;
    return { type: 'image.failed', compressionId, attempt, requestId, code: failing };
  });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  failing = undefined;
  gateway.deps.clock = () => new Date();
  await clearAll(gateway);
});

const statuses = (responses: Response[]) => responses.map(({ status }) => status);
const countOf = (responses: Response[], status: number) =>
  statuses(responses).filter((one) => one === status).length;

/** Uploads the image `count` times concurrently. */
function uploads(visit: ReturnType<typeof browser>, count: number): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, () => upload(visit, image)));
}

describe('the daily limit of fifty compressions', () => {
  // Spec: 6.10, 6.20
  it('accepts exactly fifty of a member’s 200 concurrent uploads and does not store the others', async () => {
    const { browser: visit } = await signUp(gateway);
    const responses = await uploads(visit, 200);
    expect(countOf(responses, 429)).toBe(150);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(50);
    expect(await gateway.servers.sql('select count(*)::int as count from compressions')).toEqual([
      { count: 50 },
    ]);
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('originals/'))).toHaveLength(50);
  });

  // Spec: 9.1
  it('returns an error with the code, the limit and the reset time', async () => {
    gateway.deps.clock = () => new Date('2026-03-07T18:00:00Z');
    const { browser: visit } = await signUp(gateway);
    const [first] = await uploads(visit, 1);
    expect(first?.headers.get('ratelimit-policy')).toBe('"day";q=50;w=86400');
    expect(first?.headers.get('ratelimit')).toBe('"day";r=49;t=21600');
    await uploads(visit, 49);
    const refused = await upload(visit, image);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('21600');
    expect(refused.headers.get('ratelimit')).toBe('"day";r=0;t=21600');
    expect(await json(refused)).toMatchObject({
      code: 'daily_limit_reached',
      message: 'You have used all 50 compressions for today. They reset at 00:00 UTC.',
      details: { limit: 50, resetsAt: '2026-03-08T00:00:00.000Z' },
    });
  });

  // Spec: 9.2
  it('resets at midnight UTC', async () => {
    gateway.deps.clock = () => new Date('2026-03-07T23:59:59.999Z');
    const { browser: visit } = await signUp(gateway);
    await uploads(visit, 50);
    expect(statuses(await uploads(visit, 1))).toEqual([429]);
    gateway.deps.clock = () => new Date('2026-03-08T00:00:00.000Z');
    expect(countOf(await uploads(visit, 51), 429)).toBe(1);
  });

  it('applies to visitors', async () => {
    const visit = browser(gateway);
    await visit('/api/stats');
    const responses = await uploads(visit, 60);
    expect(countOf(responses, 429)).toBe(10);
  });

  // Spec: 1.12, 9.10
  it('does not apply to Pro members', async () => {
    const { browser: visit, accountId } = await signUp(gateway);
    await changePlan(gateway, accountId, 'pro');
    const responses = await uploads(visit, 60);
    expect(countOf(responses, 429)).toBe(0);
    expect(responses[0]?.headers.get('ratelimit')).toBeNull();
    expect(await (await visit('/api/stats')).json()).toMatchObject({ dailyLimit: null, dailyUsed: 60 });
  });

  it('rejects a large file before its body has arrived', async () => {
    const { browser: visit } = await signUp(gateway);
    await uploads(visit, 50);
    expect(statuses(await uploads(visit, 1))).toEqual([429]);
    const cookie = [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      socket.write(`POST /api/compress HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n`);
      socket.write('content-length: 20000000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
  });
});

describe('the quota', () => {
  it('does not count the first twenty failed jobs', async () => {
    failing = 'corrupt_image';
    const { browser: visit } = await signUp(gateway);
    for (let round = 0; round < 7; round++) await uploads(visit, 10);
    expect(await used(visit)).toBe(50);
    expect(statuses(await uploads(visit, 1))).toEqual([429]);
  });

  it.each(['processing_timeout', 'image_too_complex', 'result_too_large'] as const)(
    'counts a job that fails with %s after it has used engine time',
    async (code) => {
      failing = code;
      const { browser: visit } = await signUp(gateway);
      await uploads(visit, 3);
      expect(await used(visit)).toBe(3);
    },
  );

  // Spec: 2.80
  it('does not count the first ten uploads of the sample image, identified by its bytes', async () => {
    const { browser: visit } = await signUp(gateway);
    const asSample = { fields: { isSample: 'true' } };
    await upload(visit, image, asSample);
    expect(await used(visit)).toBe(1);
    for (let round = 0; round < 10; round++) await upload(visit, sample, { filename: 'sample-image.png' });
    expect(await used(visit)).toBe(1);
    const body: Body = await json(upload(visit, sample, asSample));
    expect(body.compression.isSample).toBe(true);
    expect(await used(visit)).toBe(2);
  });

  it('counts an upload only once if it is repeated with the same idempotency key', async () => {
    const { browser: visit } = await signUp(gateway);
    const headers = { 'idempotency-key': 'the-same-upload' };
    await Promise.all(Array.from({ length: 5 }, () => upload(visit, image, { headers })));
    expect(await used(visit)).toBe(1);
  });

  it('does not count uploads that are rejected for other reasons', async () => {
    const { browser: visit } = await signUp(gateway);
    await upload(visit, Buffer.from('no image at all'));
    expect(await used(visit)).toBe(0);
  });
});

async function used(visit: ReturnType<typeof browser>): Promise<number> {
  return ((await (await visit('/api/stats')).json()) as { dailyUsed: number }).dailyUsed;
}
