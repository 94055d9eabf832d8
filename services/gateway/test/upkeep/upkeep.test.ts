import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/pictures';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../src/compression/settle.ts';
import { expire } from '../../src/upkeep/expire.ts';
import { reconcile } from '../../src/upkeep/reconcile.ts';
import { sweep } from '../../src/upkeep/sweep.ts';
import {
  browser,
  compressed,
  json,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../gateway.ts';

const now = { idleMs: 0, giveUpMs: 3_600_000 };
let gateway: TestGateway;
let worker: TestWorker | undefined;
let picture: Buffer;

beforeAll(async () => {
  picture = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway();
  return () => gateway.close();
});

beforeEach(async () => {
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions');
  await gateway.deps.storage.delete(await storedKeys(gateway));
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

/** Accepts an upload that nobody works on. */
async function accept(): Promise<string> {
  const { compressionId } = await json(upload(browser(gateway), picture));
  return compressionId;
}

async function row(id: string) {
  const [found] = await gateway.servers.sql('select * from compressions where id = $1', [id]);
  return found ?? {};
}

const statusOf = async (id: string) => (await row(id)).status;

describe('settling', () => {
  it('happens once: the second outcome changes nothing and its objects go', async () => {
    const id = await accept();
    const first = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('one'),
    );
    const second = await compressed(
      gateway,
      { compressionId: id, attempt: 2, requestId: 'r' },
      Buffer.from('two'),
    );
    expect(await Promise.all([settle(gateway.deps, first), settle(gateway.deps, second)])).toContain(true);
    expect(await settle(gateway.deps, first)).toBe(false);
    expect(await settle(gateway.deps, { ...first, type: 'image.failed', code: 'corrupt_image' })).toBe(false);
    const settled = await row(id);
    expect(settled.status).toBe('completed');
    const kept = [settled.result_key, settled.preview_key];
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('results/'))).toEqual(kept);
  });

  it('of a row that is gone deletes what came', async () => {
    const id = 'g'.repeat(32);
    const outcome = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('x'),
    );
    expect(await settle(gateway.deps, outcome)).toBe(false);
    expect(await storedKeys(gateway)).toEqual([]);
  });
});

describe('the reconciler', () => {
  it('enqueues again what the queue has forgotten, with a new attempt', async () => {
    const id = await accept();
    await gateway.servers.emptyRedis();
    expect(await reconcile(gateway.deps, now)).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'pending', attempt: 2 });
    worker = startWorker(gateway);
    await waitFor('the end', async () => (await statusOf(id)) === 'completed');
    expect(worker.jobs.map((job) => job.attempt)).toEqual([2]);
  });

  it('leaves alone what waits or is worked on, and what was just looked at', async () => {
    const id = await accept();
    expect(await reconcile(gateway.deps, now)).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'pending', attempt: 1 });
    expect(await reconcile(gateway.deps, { ...now, idleMs: 60_000 })).toBe(0);
  });

  it('replays a finished job whose message was lost', async () => {
    const id = await accept();
    const outcome = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('x'),
    );
    const queue = gateway.deps.compressionJobs.queue;
    const { Worker } = await import('bullmq');
    const silent = new Worker(queue.name, async () => outcome, {
      connection: { url: gateway.servers.redisUrl, maxRetriesPerRequest: null } as never,
      prefix: gateway.servers.redisPrefix,
    });
    await waitFor('the job', async () => (await queue.getCompletedCount()) === 1);
    await silent.close();
    expect(await statusOf(id)).toBe('pending');
    await reconcile(gateway.deps, now);
    expect(await row(id)).toMatchObject({ status: 'completed', result_key: outcome.resultKey });
  });

  it('fails, with a reason, what the queue has given up', async () => {
    const id = await accept();
    const queue = gateway.deps.compressionJobs.queue;
    const { UnrecoverableError, Worker } = await import('bullmq');
    const dying = new Worker(
      queue.name,
      async () => {
        throw new UnrecoverableError('stalled too often');
      },
      {
        connection: { url: gateway.servers.redisUrl, maxRetriesPerRequest: null } as never,
        prefix: gateway.servers.redisPrefix,
      },
    );
    await waitFor('the job', async () => (await queue.getFailedCount()) === 1);
    await dying.close();
    await reconcile(gateway.deps, now);
    expect(await row(id)).toMatchObject({ status: 'failed', failure_code: 'processing_failed' });
  });

  it('gives up what is older than a day', async () => {
    const id = await accept();
    await reconcile(gateway.deps, { idleMs: 0, giveUpMs: 0 });
    expect(await statusOf(id)).toBe('failed');
  });

  it('shares the rows when two run at once', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(accept));
    await gateway.servers.emptyRedis();
    await Promise.all([
      reconcile(gateway.deps, now),
      reconcile(gateway.deps, { ...now, idleMs: 60_000 }),
      reconcile(gateway.deps, now),
    ]);
    worker = startWorker(gateway);
    for (const id of ids) await waitFor('all', async () => (await statusOf(id)) === 'completed');
    await sleep(100);
    expect(worker.jobs).toHaveLength(4);
  });
});

describe('the sweeper', () => {
  const age = async (key: string) => {
    const past = new Date(Date.now() - 7_200_000);
    await utimes(join(gateway.servers.directory, key), past, past);
  };

  it('takes old objects that no row names, and only those', async () => {
    worker = startWorker(gateway);
    const id = await accept();
    const { result_key: resultKey, preview_key: previewKey } = await row(id);
    const orphans = [`originals/${'q'.repeat(32)}`, `results/${id}/9-9`, `results/${'q'.repeat(32)}/1-1`];
    for (const key of orphans) await gateway.deps.storage.put(key, Buffer.from('x'));
    await gateway.deps.storage.put(`originals/${'r'.repeat(32)}`, Buffer.from('young'));
    for (const key of [...orphans, `originals/${id}`, String(resultKey), String(previewKey)]) await age(key);

    expect(await sweep(gateway.deps, 3_600_000)).toBe(3);
    expect(await storedKeys(gateway)).toEqual(
      [`originals/${id}`, `originals/${'r'.repeat(32)}`, String(resultKey), String(previewKey)].sort(),
    );
  });

  it('spares the runs of a compression that has not ended', async () => {
    const id = await accept();
    await gateway.deps.storage.put(`results/${id}/1-1`, Buffer.from('under way'));
    await age(`results/${id}/1-1`);
    expect(await sweep(gateway.deps, 3_600_000)).toBe(0);
  });
});

describe('expiry', () => {
  it('takes everything that is due in one go, however much, and leaves what is not', async () => {
    const insert = `insert into compressions (id, owner, request_id, original_filename, original_format,
        original_size_bytes, original_sha256, settings, max_pixels, is_sample, status, settled_at,
        original_key, original_expires_at)
      select lpad($1::text || n, 32, '0'), 'visitor:x', 'r', 'n', 'jpeg', 1, 'x', '{}', 1, false, 'completed', now(),
        'originals/' || lpad($1::text || n, 32, '0'), now() + $2::interval from generate_series(1, $3::int) n`;
    await gateway.servers.sql(insert, ['d', '-1 minute', 450]);
    await gateway.servers.sql(insert, ['k', '1 minute', 3]);
    for (const key of ['d1', 'd450', 'k1']) {
      await gateway.deps.storage.put(`originals/${key.padStart(32, '0')}`, Buffer.from('x'));
    }
    expect(await expire(gateway.deps)).toBe(450);
    expect(await storedKeys(gateway)).toEqual([`originals/${'k1'.padStart(32, '0')}`]);
    const left = await gateway.servers.sql('select id from compressions where original_key is not null');
    expect(left).toHaveLength(3);
  });
});
