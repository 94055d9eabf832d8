import { readFile } from 'node:fs/promises';
import { sampleSha256 } from '@gossamer/contracts/limits';
import { stats } from '@gossamer/contracts/stats';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalize } from '../../../src/compressions/results/finalize.ts';
import { expire } from '../../../src/maintenance/expire.ts';
import { newcomer, post, rightPassword, roomy, send, signUp } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  clearAll,
  compressed,
  json,
  startGateway,
  startWorker,
  type TestGateway,
  upload,
} from '../../gateway.ts';

const sample = new URL('../../../../../apps/web/public/sample-image.png', import.meta.url);

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '100000' });
  image = await photo({ widthPx: 32, heightPx: 24 });
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

/** SQL query that computes the totals per owner and day by scanning all compressions. */
const scan = `
  select person.owner, (created_at at time zone 'UTC')::date::text as day, count(*)::text as compressions,
    sum(greatest(original_size_bytes - result_size_bytes, 0))::text as saved_bytes,
    sum(100.0 * greatest(original_size_bytes - result_size_bytes, 0) / original_size_bytes)::float8 as reduction_percent
  from compressions
  cross join lateral (select compressions.owner union select 'member:' || account_id where account_id is not null) person
  where status = 'completed' and source <> 'estimate' and again_of is null
  group by 1, 2 order by 1, 2`;

const kept = `
  select owner, day::text, compressions::text, saved_bytes::text, reduction_percent::float8
  from compression_sums where (compressions, saved_bytes, reduction_percent) <> (0, 0, 0) order by 1, 2`;

async function expectSumsOfScan(): Promise<number> {
  const scanned = await gateway.servers.sql(scan);
  expect(await gateway.servers.sql(kept)).toEqual(scanned);
  return scanned.length;
}

/** Returns a seeded generator of random integers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Inserts completed compressions, spread over the last `days` days. They belong to a visitor, or to the member that the
 * visitor became.
 */
async function seed(visitorId: string, rows: number, days: number, accountId?: string): Promise<void> {
  await gateway.servers.sql(
    `insert into compressions (id, owner, account_id, status, request_id, original_filename, original_format,
        original_size_bytes, original_sha256, settings, max_pixels, is_sample, result_size_bytes, created_at, finalized_at)
      select md5($1 || n), 'visitor:' || $1, $4, 'completed', 'r', 'photo.jpg', 'jpeg', 1000 + n, 'x', '{}', 1, false,
        500 + n % 700, date_trunc('day', now(), 'UTC') + interval '1 ms' - n % $3 * interval '1 day', now()
      from generate_series(1, $2::integer) n`,
    [visitorId, rows, days, accountId],
  );
}

const visitorIdOf = (who: Browser) =>
  decodeURIComponent(who.cookies.get('visitor') ?? '').split('.', 1)[0] ?? '';

describe('the daily totals of compressions', () => {
  it('equal the totals computed from all rows after random operations', async () => {
    const random = randomFrom(20_261_124);
    const worker = startWorker(gateway, async (job) => {
      const { compressionId, attempt, requestId } = job;
      if (random(4) === 0) {
        return { type: 'image.failed', compressionId, attempt, requestId, code: 'corrupt_image' } as const;
      }
      const original = await gateway.deps.storage.read(job.originalKey);
      const result = Buffer.alloc(1 + random(2 * original.length), random(250));
      return compressed(gateway, job, result);
    });
    const visitors = Array.from({ length: 4 }, () => browser(gateway));
    const emails: string[] = [];
    const ids: { who: Browser; id: string }[] = [];
    const one = <T>(list: readonly T[]) => list[random(list.length)] as T;
    const sampleBytes = await readFile(sample);
    const operations = [
      async () => {
        const who = one(visitors);
        // Make four of five images unique, so that the result cache handles only every fifth upload.
        const bytes = random(5) === 0 ? image : Buffer.concat([image, Buffer.from(String(random(1e9)))]);
        const { compressionId: id } = await json(upload(who, random(8) === 0 ? sampleBytes : bytes));
        if (id) ids.push({ who, id });
      },
      async () => {
        if (ids.length === 0) return;
        const { who, id } = one(ids);
        await send(who, 'DELETE', `/api/compression/${id}`);
      },
      async () => {
        const body = newcomer();
        if ((await post(one(visitors), '/api/auth/signup', body)).status === 201) emails.push(body.email);
      },
      async () => {
        if (emails.length === 0) return;
        await post(one(visitors), '/api/auth/login', { email: one(emails), password: rightPassword });
      },
      async () => {
        await one(visitors)('/api/auth/logout');
      },
      async () => {
        if (random(3) === 0)
          await send(one(visitors), 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
      },
      async () => {
        await gateway.servers.sql(
          `update compressions set created_at = created_at - interval '1 day', original_expires_at = now(),
            result_expires_at = now() where id in (select id from compressions order by id limit 3)`,
        );
        await expire(gateway.deps);
      },
    ];
    for (let round = 0; round < 25; round += 1) {
      const chosen = Array.from({ length: 6 }, () => (random(2) === 0 ? operations[0] : one(operations)));
      await Promise.all(chosen.map((operation) => operation?.()));
    }
    await worker.close();
    expect(await expectSumsOfScan()).toBeGreaterThan(3);
    const [{ samples, members } = {}] = await gateway.servers.sql(
      `select count(*) filter (where original_sha256 = $1)::integer as samples,
        count(*) filter (where account_id is not null and owner like 'visitor:%')::integer as members
        from compressions where status = 'completed'`,
      [sampleSha256],
    );
    expect(samples).toBeGreaterThan(0);
    expect(members).toBeGreaterThan(0);
  });

  it('count a compression only once when it is finalized twice', async () => {
    const who = browser(gateway);
    const { compressionId } = await json(upload(who, image));
    const outcome = await compressed(
      gateway,
      { compressionId, attempt: 1, requestId: 'r' },
      image.subarray(0, 50),
    );
    await Promise.all(
      [finalize(gateway.deps, outcome), finalize(gateway.deps, outcome)].map((x) => x.catch(() => 0)),
    );
    await expectSumsOfScan();
    expect(stats.parse(await (await who('/api/stats')).json()).totalCompressions).toBe(1);
  });

  it('do not deadlock when an account is deleted while one of its compressions is finalized', async () => {
    const { browser: who, accountId } = await signUp(gateway);
    await seed('c'.repeat(32), 4_000, 1, accountId);
    const { compressionId } = await json(upload(who, image));
    const run = gateway.servers.sql;
    // Set `created_at` to the start of the day. The update moves the row to the end of the table, so the deletion
    // reaches it last.
    await run(`update compressions set created_at = date_trunc('day', now(), 'UTC') where id = $1`, [
      compressionId,
    ]);
    await run('begin');
    await run('select from compressions where id = $1 for update', [compressionId]);
    const deletion = send(who, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
    await waitFor('the deletion to wait', async () => (await waitingFor('compressions')).length > 0);
    await run(
      `update compressions set status = 'completed', result_size_bytes = 1, finalized_at = now() where id = $1`,
      [compressionId],
    );
    await run('commit');
    expect((await deletion).status).toBe(204);
    expect(await run(kept)).toEqual([]);
  });
});

/**
 * Returns the connections whose statement on the table is waiting for a lock. The query runs outside a transaction,
 * because a transaction would return the same snapshot each time.
 */
async function waitingFor(table: string): Promise<unknown[]> {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like ${`%${table}%`}`.execute(gateway.deps.db);
  return rows;
}

describe('GET /api/stats with a long history', () => {
  it('reads one row of totals per day, but no compression rows', async () => {
    const who = browser(gateway);
    await who('/api/stats');
    await seed(visitorIdOf(who), 20_000, 4);
    await gateway.servers.sql('begin');
    try {
      // While the table is locked, reading any row of the history would block until the end of the transaction.
      await gateway.servers.sql('lock table compressions in access exclusive mode');
      const { totalCompressions, compressionsToday } = stats.parse(await (await who('/api/stats')).json());
      expect([totalCompressions, compressionsToday]).toEqual([20_000, 5_000]);
    } finally {
      await gateway.servers.sql('rollback');
    }
    expect(await gateway.servers.sql('select from compression_sums')).toHaveLength(4);
  });

  it('uses one connection for all requests of one owner, so that other owners are not blocked', async () => {
    const [who, other] = [browser(gateway), browser(gateway)];
    await who('/api/stats');
    await other('/api/stats');
    await seed(visitorIdOf(who), 10, 1);
    await gateway.servers.sql('begin');
    await gateway.servers.sql('lock table compression_sums in access exclusive mode');
    const requests = Array.from({ length: 32 }, () => who('/api/stats'));
    try {
      await waitFor('the first read', async () => (await waitingFor('compression_sums')).length > 0);
      // The pool has ten connections. If all of them were in use, this request would block as well.
      expect((await other('/api/compressions')).status).toBe(200);
      expect(await waitingFor('compression_sums')).toHaveLength(1);
    } finally {
      await gateway.servers.sql('rollback');
    }
    for (const response of await Promise.all(requests)) {
      expect(stats.parse(await response.json()).totalCompressions).toBe(10);
    }
  });
});
