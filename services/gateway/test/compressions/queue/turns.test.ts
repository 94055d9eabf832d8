import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roomy, signUp } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  halve,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';
import { changePlan } from '../../plan.ts';

let gateway: TestGateway;
let image: Buffer;
let worker: TestWorker | undefined;
/** Owners of the started jobs, in the order in which the jobs started. */
let begun: string[];

beforeAll(async () => {
  const plenty = '100000';
  gateway = await startGateway({
    ...roomy,
    GATEWAY_FREE_DAILY_COMPRESSIONS: plenty,
    GATEWAY_ADDRESS_DAILY_COMPRESSIONS: plenty,
    GATEWAY_MAX_WAIT_MS: '600000',
    GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32',
  });
  image = await photo({ widthPx: 8, heightPx: 8 });
  return () => gateway.close();
});

/** Upload requests that have not received a response yet. */
const inProgress: Promise<Response>[] = [];

const send = (visit: Browser, headers: Record<string, string> = {}) =>
  inProgress.push(upload(visit, image, { headers }));

afterEach(async () => {
  await Promise.all(inProgress.splice(0));
  await worker?.close();
  worker = undefined;
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions cascade');
});

/** Starts a fake worker that finishes a job only when the test calls `finishOne` or `finishAll`. */
function startWorkers(): { finishOne(): void; finishAll(): void } {
  begun = [];
  const finish = halve(gateway);
  const waiting: (() => void)[] = [];
  let isHeld = true;
  worker = startWorker(gateway, async (job, bullJob) => {
    const [row] = await gateway.servers.sql('select owner from compressions where id = $1', [
      job.compressionId,
    ]);
    begun.push(String(row?.owner));
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return finish(job, bullJob);
  });
  return {
    finishOne: () => waiting.shift()?.(),
    finishAll: () => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** Uploads images concurrently. Resolves when all of them are accepted. */
async function submit(visit: Browser, count: number, headers: Record<string, string> = {}): Promise<void> {
  const before = await rows();
  for (let index = 0; index < count; index++) send(visit, headers);
  await waitFor('rows', async () => (await rows()) === before + count);
}

async function rows(): Promise<number> {
  const [row] = await gateway.servers.sql('select count(*)::int as count from compressions');
  return Number(row?.count);
}

const member = async () => {
  const { browser: visit, accountId } = await signUp(gateway);
  return { visit, accountId, owner: `member:${accountId}` };
};
const engineProcesses = 4;

describe('the fair queue', () => {
  // Spec: 1.14, 6.15
  it('runs a single image before another owner’s hundred images, and a Pro image before both', async () => {
    const workers = startWorkers();
    const [a, b, pro] = [await member(), await member(), await member()];
    await changePlan(gateway, pro.accountId, 'pro');
    await submit(a.visit, 100);
    await waitFor('work', () => begun.length === engineProcesses);
    await submit(b.visit, 1);
    await submit(pro.visit, 1);
    for (let index = 0; index < 3; index++) {
      workers.finishOne();
      await waitFor('the next', () => begun.length === engineProcesses + index + 1);
    }
    expect(begun[engineProcesses]).toBe(pro.owner);
    // At most two jobs may start between the upload of owner `b` and the start of its job.
    expect(begun.slice(engineProcesses, engineProcesses + 3)).toContain(b.owner);
    workers.finishAll();
    await waitFor('the end', () => begun.length === 102, 60_000);
  });

  it('alternates between owners with many jobs', async () => {
    const workers = startWorkers();
    const [a, b] = [await member(), await member()];
    await submit(a.visit, 40);
    await waitFor('work', () => begun.length === engineProcesses);
    await submit(b.visit, 20);
    workers.finishAll();
    await waitFor('the end', () => begun.length === 60, 60_000);
    const window = begun.slice(engineProcesses, engineProcesses + 30);
    const ofB = window.filter((owner) => owner === b.owner).length;
    expect(ofB).toBeGreaterThanOrEqual(12);
    expect(ofB).toBeLessThanOrEqual(18);
  });

  it('treats all visitors from one IP address as one owner', async () => {
    const workers = startWorkers();
    const crowd = { 'x-forwarded-for': '203.0.113.1' };
    for (let index = 0; index < 24; index++) await submit(browser(gateway), 1, crowd);
    await waitFor('work', () => begun.length === engineProcesses);
    const single = browser(gateway);
    await submit(single, 1, { 'x-forwarded-for': '203.0.113.2' });
    const [row] = await gateway.servers.sql(
      'select owner from compressions order by created_at desc limit 1',
    );
    workers.finishAll();
    await waitFor('the end', () => begun.length === 25, 60_000);
    expect(begun.indexOf(String(row?.owner))).toBeLessThanOrEqual(engineProcesses + 2);
  });

  // Spec: 6.15
  it('takes every tenth job from a visitor while Pro jobs are waiting', async () => {
    const workers = startWorkers();
    const pro = await member();
    await changePlan(gateway, pro.accountId, 'pro');
    const visitor = browser(gateway);
    await visitor('/api/stats');
    await submit(pro.visit, 30);
    await submit(visitor, 10);
    workers.finishAll();
    // Replace started jobs with new ones, so that Pro jobs are always waiting. Send only a few at a time, because many
    // uploads would slow down the jobs.
    let sent = 30;
    const refill = setInterval(() => {
      const waiting = sent - begun.filter((owner) => owner === pro.owner).length;
      for (let index = 0; waiting < 40 && index < 4; index++, sent++) send(pro.visit);
    }, 20);
    await waitFor('a hundred', () => begun.length >= 100, 60_000);
    const early = begun.slice(0, 100).filter((owner) => owner !== pro.owner).length;
    clearInterval(refill);
    expect(early).toBeGreaterThanOrEqual(7);
    expect(early).toBeLessThanOrEqual(11);
    await waitFor('the end', async () => (await pending()) === 0, 60_000);
  });
});

async function pending(): Promise<number> {
  const [row] = await gateway.servers.sql(
    `select count(*)::int as count from compressions where status = 'pending'`,
  );
  return Number(row?.count);
}
