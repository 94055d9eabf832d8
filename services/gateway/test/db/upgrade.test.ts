import { migrate } from '@gossamer/service-kit/migrate';
import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../src/db/migrations/list.ts';
import type { GatewayDeps } from '../../src/deps.ts';
import { browser, json, startGateway, type TestGateway } from '../gateway.ts';

/** Applies only the migrations up to `last`, like an earlier release. */
function migrateUpTo(last: string, { db }: GatewayDeps, schema: string): Promise<string[]> {
  const until = Object.entries(migrations).filter(([name]) => name <= last);
  return migrate(db as unknown as Kysely<never>, schema, Object.fromEntries(until));
}

const report = {
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 80,
  targetScore: 85,
  score: 85.1,
  probes: 4,
  worstTileScore: 80,
  metadataRemoved: [],
  metadataKept: [],
  wideGamut: 'none',
  hdr: 'none',
  stepsMs: {},
};

/** SQL statement that inserts a completed compression with the columns of migration 0009. */
const insertCompleted = `
  insert into compressions (id, owner, status, request_id, original_filename, original_format, original_size_bytes,
    original_sha256, settings, max_pixels, is_sample, result_key, result_format, result_size_bytes, width_px, height_px,
    is_already_optimal, settled_at, result_expires_at, fair_key, report)
  values ('${'a'.repeat(32)}', 'visitor:x', 'completed', 'r', 'photo.jpg', 'jpeg', 1000, 'x', '{"format":"auto"}', 1,
    false, 'k', 'webp', 400, 1, 1, false, '2026-11-20T10:00Z', now() + interval '1 day', 'address:a', $1)`;

const insertAccountWithKey = `
  with account as (
    insert into accounts (id, email, email_key, first_name, last_name, password_hash, preferred_language)
    values ('a', 'a@example.com', 'a@example.com', 'A', 'B', 'x', 'en') returning id)
  insert into api_keys (id, account_id, label, token_hash, hint, created_at)
  select 'before', id, 'Build', 'hash of before', 'x7k2', now() from account`;

let gateway: TestGateway;
const run = (text: string, values?: unknown[]) => gateway.servers.sql(text, values);

beforeAll(async () => {
  gateway = await startGateway({}, async (deps, servers) => {
    await migrateUpTo('0009-own-results', deps, servers.schema);
    await servers.sql(insertAccountWithKey);
    await servers.sql(insertCompleted, [JSON.stringify({ ...report, pace: 'fast' })]);
  });
  return () => gateway.close();
});

describe('data from an earlier release', () => {
  it('appears in the list of compressions with its report', async () => {
    const visitor = browser(gateway);
    await visitor('/api/compressions');
    const id = decodeURIComponent(visitor.cookies.get('visitor') ?? '').split('.', 1)[0];
    await run('update compressions set owner = $1', [`visitor:${id}`]);
    expect(await json(visitor('/api/compressions'))).toMatchObject([
      {
        originalFilename: 'photo.jpg',
        report: { ...report, effort: 'fast' },
      },
    ]);
  });

  it('keeps the owner key and the finalization time of each compression', async () => {
    expect(await run('select owner_key, finalized_at = settled_at as same from compressions')).toEqual([
      { owner_key: 'address:a', same: true },
    ]);
  });

  it('includes API keys with the scope web_uploads, whereas new keys have no scopes by default', async () => {
    await run(`insert into api_keys (id, account_id, label, token_hash, hint, created_at)
      values ('after', 'a', 'Build', 'hash of after', 'x7k2', now())`);
    expect(await run('select id, scopes from api_keys order by id')).toEqual([
      { id: 'after', scopes: [] },
      { id: 'before', scopes: ['web_uploads'] },
    ]);
  });

  it('includes accounts that can save settings under names that are unique per account', async () => {
    const insert = (id: string, accountId: string) =>
      run(
        `insert into saved_settings (id, account_id, name, name_key, settings, created_at, updated_at)
         values ($1, $2, 'Shop', 'shop', '{}', now(), now())`,
        [id, accountId],
      );
    await insert('first', 'a');
    await expect(insert('second', 'a')).rejects.toMatchObject({ code: '23505' });
    await expect(insert('third', 'nobody')).rejects.toMatchObject({ code: '23503' });
  });

  it('is included in the daily totals', async () => {
    const [sums] = await run(
      'select compressions::int, saved_bytes::int from compression_sums where compressions > 0',
    );
    expect(sums).toEqual({ compressions: 1, saved_bytes: 600 });
  });
});

describe('a gateway of the previous release', () => {
  const given = {
    id: 'b'.repeat(32),
    owner: 'visitor:y',
    request_id: 'r',
    original_filename: 'a.png',
    original_format: 'png',
    original_size_bytes: 10,
    original_sha256: 'y',
    settings: {},
    max_pixels: 1,
    is_sample: false,
    tier: 'visitor',
    quota_subjects: [],
    source: 'web',
    is_reused: false,
    lane: 'short',
    cost_ms: 100,
  };

  it('can accept, finalize and erase compressions with the old column names', async () => {
    const both =
      "select owner_key, fair_key, finalized_at = settled_at as same from compressions where owner = 'visitor:y'";
    await run("select accept_compression($1, null, null, '{}')", [{ ...given, fair_key: 'address:b' }]);
    expect(await run(both)).toEqual([{ owner_key: 'address:b', fair_key: 'address:b', same: null }]);
    await run("update compressions set status = 'completed', settled_at = now() where owner = 'visitor:y'");
    expect(await run(both)).toEqual([{ owner_key: 'address:b', fair_key: 'address:b', same: true }]);
    await run("update compressions set fair_key = '' where owner = 'visitor:y'");
    expect(await run(both)).toEqual([{ owner_key: '', fair_key: '', same: true }]);
  });

  it('can read rows that the new release writes', async () => {
    const row = { ...given, id: 'c'.repeat(32), owner: 'visitor:z', owner_key: 'address:c' };
    await run("select accept_compression($1, null, null, '{}')", [row]);
    await run("update compressions set status = 'completed', finalized_at = now() where owner = 'visitor:z'");
    const [old] = await run(
      "select fair_key, settled_at is not null as has_time from compressions where owner = 'visitor:z'",
    );
    expect(old).toEqual({ fair_key: 'address:c', has_time: true });
  });
});
