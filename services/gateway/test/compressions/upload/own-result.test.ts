import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expire } from '../../../src/maintenance/expire.ts';
import { sweep } from '../../../src/maintenance/sweep.ts';
import { rightPassword, signUp } from '../../accounts/people.ts';
import { storedKeys, upload } from '../../gateway.ts';
import {
  gateway,
  jobs,
  makeResult,
  reportEffort,
  result,
  send,
  startOwnResults,
  visitor,
} from './own-results.ts';

startOwnResults();

describe('an owner’s result that is uploaded again', () => {
  it.each([
    ['with the same settings', {}, { quality: '70' }],
    ['with a higher quality', {}, { quality: '95' }],
    ['in the format that auto chose', {}, { quality: '70', format: 'jpeg' }],
    ['in the requested format', { format: 'png' }, { quality: '70', format: 'png' }],
  ])('is returned without another compression if it is sent %s', async (_, earlier, fields) => {
    await makeResult(visitor, earlier);
    const body = await send(visitor, fields);
    expect(jobs).toHaveLength(1);
    expect(body).toMatchObject({
      success: true,
      compressedSize: result.length,
      compressionRatio: 0,
      compression: { alreadyOptimal: true, width: 4, height: 3 },
    });
    const download = await visitor(body.downloadUrl);
    expect(Buffer.from(await download.arrayBuffer()).equals(result)).toBe(true);
    expect((await visitor(`/api/preview/${body.compressionId}`)).headers.get('content-type')).toBe(
      'image/webp',
    );
  });

  it.each([
    ['with a lower quality', {}, { quality: '50' }],
    ['in another format', {}, { quality: '70', format: 'png' }],
    ['with a resize', {}, { quality: '70', resizeWidth: '10' }],
    ['with a filter', {}, { quality: '70', filter: 'sepia' }],
    ['with the format auto after a compression to a specific format', { format: 'jpeg' }, { quality: '70' }],
    ['without the resize of the earlier compression', { resizeWidth: '10' }, { quality: '70' }],
    ['without the filter of the earlier compression', { filter: 'sepia' }, { quality: '70' }],
  ])('is compressed again if it is sent %s', async (_, earlier, fields) => {
    await makeResult(visitor, earlier);
    await send(visitor, fields);
    expect(jobs).toHaveLength(2);
  });

  it('is compressed again if the earlier compression used fast effort', async () => {
    reportEffort('fast');
    await makeResult(visitor);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it.each([
    ['has expired', "update compressions set result_expires_at = now() - interval '1 second'"],
    ['has been deleted', 'update compressions set result_key = null'],
  ])('is compressed again if it %s', async (_, end) => {
    await makeResult(visitor);
    await gateway.servers.sql(end);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it('is exempt from the quota fifty times a day', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    const used = async () => ((await (await member('/api/stats')).json()) as { dailyUsed: number }).dailyUsed;
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 10 }, () => upload(member, result, { fields: { quality: '70' } })),
      );
    expect([await used(), jobs.length]).toEqual([1, 1]);
    await send(member);
    await send(member);
    expect([await used(), jobs.length]).toEqual([3, 1]);
  });

  it('is compressed again once the first result is deleted, even if a later compression refers to it', async () => {
    const id = await makeResult(visitor);
    await send(visitor);
    expect(jobs).toHaveLength(1);
    await gateway.servers.sql('update compressions set result_key = null where id = $1', [id]);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it('shares the stored objects of the earlier compression', async () => {
    await makeResult(visitor);
    const before = await storedKeys(gateway);
    const again = await send(visitor);
    expect(await storedKeys(gateway)).toEqual(before);
    const original = await visitor(`/api/original/${again.compressionId}`);
    expect(Buffer.from(await original.arrayBuffer()).equals(result)).toBe(true);
  });

  const remove = (id: string) => visitor(`/api/compression/${id}`, { method: 'DELETE' });
  const statusesOf = async (id: string) =>
    (await Promise.all(['download', 'preview'].map((kind) => visitor(`/api/${kind}/${id}`)))).map(
      ({ status }) => status,
    );

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'keeps its stored objects when the %s compression is deleted, until the other compression is deleted',
    async (_, deleted) => {
      const ids = [await makeResult(visitor), (await send(visitor)).compressionId];
      const [gone = '', left = ''] = deleted === 0 ? ids : ids.reverse();
      expect((await remove(gone)).status).toBe(204);
      expect([await statusesOf(gone), await statusesOf(left)]).toEqual([
        [410, 410],
        [200, 200],
      ]);
      expect((await remove(left)).status).toBe(204);
      expect(await storedKeys(gateway)).toEqual([]);
    },
  );

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'keeps its stored objects when the %s compression expires, until the other compression has expired',
    async (_, due) => {
      const ids = [await makeResult(visitor), (await send(visitor)).compressionId];
      const [gone = '', left = ''] = due === 0 ? ids : ids.reverse();
      const expireOf = async (id: string) => {
        await gateway.servers.sql(
          `update compressions set result_expires_at = now() - interval '1 second',
          original_expires_at = now() - interval '1 second' where id = $1`,
          [id],
        );
        await expire(gateway.deps);
      };
      await expireOf(gone);
      expect([await statusesOf(gone), await statusesOf(left)]).toEqual([
        [410, 410],
        [200, 200],
      ]);
      await expireOf(left);
      expect(await storedKeys(gateway)).toEqual([]);
    },
  );

  it('remains available as a result after the originals of both compressions have expired', async () => {
    const first = await makeResult(visitor);
    const { compressionId: second } = await send(visitor);
    await gateway.servers.sql("update compressions set original_expires_at = now() - interval '1 second'");
    await expire(gateway.deps);
    expect((await visitor(`/api/original/${second}`)).status).toBe(410);
    expect([await statusesOf(first), await statusesOf(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  it('is not deleted by the sweeper while a compression refers to it', async () => {
    const first = await makeResult(visitor);
    await send(visitor);
    await gateway.servers.sql('delete from compressions where id = $1', [first]);
    await sleep(20);
    await sweep(gateway.deps, 0);
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('results/'))).toHaveLength(2);
    await gateway.servers.sql('delete from compressions');
    await sweep(gateway.deps, 0);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('is reused in full or compressed again if the earlier compression is deleted concurrently', async () => {
    // 25 rounds with at most two compressions each stay within the daily limit of 50.
    for (let round = 0; round < 25; round++) {
      jobs.length = 0;
      const first = await makeResult(visitor);
      const [again] = await Promise.all([send(visitor), remove(first)]);
      expect(await statusesOf(again.compressionId)).toEqual([200, 200]);
      await remove(again.compressionId);
      expect(await storedKeys(gateway)).toEqual([]);
    }
  });

  it('is deleted when the account is deleted', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    await send(member);
    const body = JSON.stringify({ currentPassword: rightPassword });
    const headers = { 'content-type': 'application/json' };
    expect((await member('/api/auth/user', { method: 'DELETE', headers, body })).status).toBe(204);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('is still recognized after the visitor signs up', async () => {
    await makeResult(visitor);
    await signUp(gateway, {}, visitor);
    await send(visitor);
    expect(jobs).toHaveLength(1);
  });

  it('serves as its own preview if the earlier preview no longer exists', async () => {
    await makeResult(visitor);
    await gateway.deps.storage.delete((await storedKeys(gateway)).filter((key) => key.endsWith('-preview')));
    const { compressionId } = await send(visitor);
    expect(jobs).toHaveLength(1);
    const preview = await visitor(`/api/preview/${compressionId}`);
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await preview.arrayBuffer()).equals(result)).toBe(true);
  });
});
