import { expect, it } from 'vitest';
import { someCompression } from '../../test/protocol-server.ts';
import { withDeleted, withNewestPage, withNextPage, withRows } from './history-list.ts';

const rows = (letters: string) => [...letters].map((id) => someCompression({ id }));
const page = (letters: string, nextPath?: string) => ({ rows: rows(letters), nextPath });
const idsOf = (list: { rows: { id: string }[] }) => list.rows.map(({ id }) => id).join('');

it('the history list initially contains the newest page', () => {
  expect(withNewestPage(undefined, page('abc', '/after-c'))).toEqual(page('abc', '/after-c'));
});

it('a history refresh keeps loaded rows, including those no longer on the newest page', () => {
  const known = page('abcdef', '/after-f');
  const next = withNewestPage(known, page('yza', '/after-a'));
  expect(idsOf(next)).toBe('yzabcdef');
  expect(next.nextPath).toBe('/after-f');
});

it('a history refresh keeps the list complete if the last page was already loaded', () => {
  expect(withNewestPage(page('abc'), page('zab', '/after-b'))).toEqual(page('zabc'));
});

it('a history refresh discards loaded rows if all rows of the newest page are new', () => {
  expect(withNewestPage(page('abc', '/after-c'), page('xyz', '/after-z'))).toEqual(page('xyz', '/after-z'));
});

it('a history refresh discards loaded rows if the newest page is the only page', () => {
  expect(withNewestPage(page('abc', '/after-c'), page('a'))).toEqual(page('a'));
});

it('the next page of the history is appended without duplicates', () => {
  expect(withNextPage(page('abc', '/after-b'), page('cde', '/after-e'))).toEqual(page('abcde', '/after-e'));
});

it('updating history rows preserves the object identity of unchanged rows', () => {
  const known = page('abc');
  const next = withRows(known, [someCompression({ id: 'b', compressedSize: 1 })]);
  expect(next.rows[0]).toBe(known.rows[0]);
  expect(next.rows[1]?.compressedSize).toBe(1);
});

it('deleting a compression changes its history row in the same way as the server does', () => {
  const now = new Date('2026-01-02T00:00:00.000Z');
  const [row] = withDeleted(page('a'), 'a', now).rows;
  expect(row).toMatchObject({ status: 'completed', expiresAt: now.toISOString() });
  expect(row).not.toHaveProperty('downloadUrl');
  expect(row).not.toHaveProperty('thumbnailUrl');
  const busy = { rows: [someCompression({ status: 'processing' })], nextPath: undefined };
  expect(withDeleted(busy, someCompression().id, now).rows[0]).toMatchObject({
    status: 'failed',
    code: 'canceled',
  });
});
