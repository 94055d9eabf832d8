import { beforeAll, describe, expect, it } from 'vitest';
import { expire } from '../../src/maintenance/expire.ts';
import { startGateway, storedKeys, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

describe('the maintenance task that expires files', () => {
  // Spec: 1.25
  it('deletes all expired originals and results in one run, but nothing else', async () => {
    const insert = `insert into compressions (id, owner, request_id, original_filename, original_format,
        original_size_bytes, original_sha256, settings, max_pixels, is_sample, status, finalized_at,
        original_key, original_expires_at, owner_key, quota_subjects)
      select lpad($1::text || n, 32, '0'), 'visitor:x', 'r', 'n', 'jpeg', 1, 'x', '{}', 1, false, 'completed', now(),
        'originals/' || lpad($1::text || n, 32, '0'), now() + $2::interval, 'address:x', '{visitor:x,address:x}' from generate_series(1, $3::int) n`;
    await gateway.servers.sql(insert, ['d', '-1 minute', 210]);
    await gateway.servers.sql(insert, ['k', '1 minute', 3]);
    for (const key of ['d1', 'd210', 'k1']) {
      await gateway.deps.storage.put(`originals/${key.padStart(32, '0')}`, Buffer.from('x'));
    }
    expect(await expire(gateway.deps)).toBe(210);
    expect(await storedKeys(gateway)).toEqual([`originals/${'k1'.padStart(32, '0')}`]);
    const left = await gateway.servers.sql('select id from compressions where original_key is not null');
    expect(left).toHaveLength(3);
    const traces = `select count(*)::int as count from compressions where owner_key <> '' or quota_subjects <> '{}'`;
    expect(await gateway.servers.sql(traces)).toEqual([{ count: 3 }]);
  });

  it('deletes a result together with the stored objects of other attempts and the job in the queue', async () => {
    const id = 'e'.repeat(32);
    await gateway.servers.sql(
      `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
          original_sha256, settings, max_pixels, is_sample, status, finalized_at, result_key, preview_key, result_expires_at)
        values ($1::text, 'visitor:x', 'r', 'n', 'jpeg', 1, 'x', '{}', 1, false, 'completed', now(),
          'results/' || $1 || '/1-2', 'results/' || $1 || '/1-2-preview', now() - interval '1 minute')`,
      [id],
    );
    const kept = await storedKeys(gateway);
    for (const run of ['1-1-preview', '1-2', '1-2-preview']) {
      await gateway.deps.storage.put(`results/${id}/${run}`, Buffer.from('x'));
    }
    const { queue } = gateway.deps.compressionJobs;
    await queue.add('compress', {}, { jobId: id });
    await expire(gateway.deps);
    expect(await storedKeys(gateway)).toEqual(kept);
    expect(await queue.getJob(id)).toBeUndefined();
  });
});
