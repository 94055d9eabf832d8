import { stats } from '@gossamer/contracts/stats';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneVisitorRecords } from '../../src/maintenance/prune-visitor-records.ts';
import { rightPassword, roomy, send, signUp } from '../accounts/people.ts';
import { type Browser, browser, clearAll, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

beforeEach(async () => {
  gateway.deps.clock = () => new Date();
  await clearAll(gateway);
});

const visitorIdOf = (who: Browser) =>
  decodeURIComponent(who.cookies.get('visitor') ?? '').split('.', 1)[0] ?? '';

async function visitor(): Promise<Browser> {
  const who = browser(gateway);
  await who('/api/stats');
  return who;
}

interface Made {
  rows?: number;
  status?: 'completed' | 'failed';
  /** Number of days since the result was deleted or the compression failed. */
  daysGone: number;
  accountId?: string;
  hasResult?: boolean;
  hasOriginal?: boolean;
}

/** Inserts compressions of a visitor, finalized one day before their result was deleted. */
async function make(who: Browser, { rows = 1, status = 'completed', ...made }: Made): Promise<void> {
  await gateway.servers.sql(
    `insert into compressions (id, owner, account_id, request_id, original_filename, original_format,
        original_size_bytes, original_sha256, settings, max_pixels, is_sample, status, failure_code, original_key,
        result_key, result_size_bytes, created_at, finalized_at, result_expires_at)
      select replace(gen_random_uuid()::text, '-', ''), $1, $2, 'r', 'my-passport.png', 'png', 1000, 'x', '{}', 1, false,
        $3, case $3 when 'failed' then 'corrupt_image' end, case when $6 then 'originals/x' end,
        case when $5 then 'results/x' end, case $3 when 'completed' then 400 end,
        now() - ($4::float8 + 1) * interval '1 day', now() - ($4::float8 + case $3 when 'failed' then 0 else 1 end) * interval '1 day',
        case $3 when 'completed' then now() - $4::float8 * interval '1 day' end
      from generate_series(1, $7::integer)`,
    [
      `visitor:${visitorIdOf(who)}`,
      made.accountId,
      status,
      made.daysGone,
      made.hasResult ?? false,
      made.hasOriginal ?? false,
      rows,
    ],
  );
}

const totalsOf = async (who: Browser) => {
  const { totalCompressions, totalSizeSaved, averageReduction, compressionsToday } = stats.parse(
    await (await who('/api/stats')).json(),
  );
  return { totalCompressions, totalSizeSaved, averageReduction, compressionsToday };
};

const rowCount = async () => (await gateway.servers.sql('select from compressions')).length;

describe('visitor records', () => {
  it('are deleted no earlier than thirty days after their files, even if there are many', async () => {
    const who = await visitor();
    await make(who, { rows: 1_203, daysGone: 30.1 });
    await make(who, { rows: 2, daysGone: 30.1, status: 'failed' });
    await make(who, { daysGone: 29.9 });
    await make(who, { daysGone: 29.9, status: 'failed' });
    await make(who, { daysGone: 40, hasResult: true });
    await make(who, { daysGone: 40, hasOriginal: true });
    expect(await pruneVisitorRecords(gateway.deps)).toBe(1_205);
    expect(await rowCount()).toBe(4);
    expect(await pruneVisitorRecords(gateway.deps)).toBe(0);
  });

  it('are kept if the visitor has become a member', async () => {
    const who = await visitor();
    const { accountId } = await signUp(gateway);
    await make(who, { daysGone: 400, accountId });
    expect(await pruneVisitorRecords(gateway.deps)).toBe(0);
    expect(await rowCount()).toBe(1);
  });

  it('still count in the statistics after deletion, without file names', async () => {
    const who = await visitor();
    await make(who, { rows: 3, daysGone: 31 });
    await make(who, { rows: 2, daysGone: 45 });
    await make(who, { rows: 2, daysGone: 1 });
    const before = await totalsOf(who);
    expect(before).toEqual({
      totalCompressions: 7,
      totalSizeSaved: 7 * 600,
      averageReduction: 60,
      compressionsToday: 0,
    });
    for (const days of [0, 30]) {
      gateway.deps.clock = () => new Date(Date.now() + days * 24 * 3_600_000);
      await pruneVisitorRecords(gateway.deps);
      expect(await totalsOf(who)).toEqual(before);
    }
    expect(await rowCount()).toBe(0);
    expect(await gateway.servers.sql(`select from compression_sums where day > '-infinity'`)).toEqual([]);
  });

  it('are counted once for the member that the visitor becomes, and deleted with the account', async () => {
    const who = await visitor();
    await make(who, { rows: 3, daysGone: 31 });
    await pruneVisitorRecords(gateway.deps);
    await make(who, { rows: 2, daysGone: 1 });
    const before = await totalsOf(who);
    const { accountId, email } = await signUp(gateway, {}, who);
    expect(await totalsOf(who)).toEqual(before);
    // Log in again. The browser still has its visitor cookie.
    await send(who, 'POST', '/api/auth/login', { email, password: rightPassword });
    expect(await totalsOf(who)).toEqual(before);
    // Once the visitor cookie has expired, visitors' totals are deleted, but members' totals are kept.
    gateway.deps.clock = () => new Date(Date.now() + 500 * 24 * 3_600_000);
    await pruneVisitorRecords(gateway.deps);
    gateway.deps.clock = () => new Date();
    expect(await totalsOf(who)).toEqual(before);
    await send(who, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
    const left = 'select from compression_sums where owner = $1';
    expect(await gateway.servers.sql(left, [`member:${accountId}`])).toEqual([]);
  });

  it('leave no totals after the visitor cookie has expired', async () => {
    const who = await visitor();
    await make(who, { rows: 3, daysGone: 31 });
    await pruneVisitorRecords(gateway.deps);
    gateway.deps.clock = () => new Date(Date.now() + 399 * 24 * 3_600_000);
    await pruneVisitorRecords(gateway.deps);
    expect(await gateway.servers.sql('select from compression_sums')).toHaveLength(1);
    gateway.deps.clock = () => new Date(Date.now() + 401 * 24 * 3_600_000);
    await pruneVisitorRecords(gateway.deps);
    expect(await gateway.servers.sql('select from compression_sums')).toEqual([]);
  });
});
