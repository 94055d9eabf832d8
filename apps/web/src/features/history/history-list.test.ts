import { expect, it } from 'vitest';
import { someCompression } from '../../test/protocol-server.ts';
import { withDeleted, withNewestPage, withNextPage, withRows } from './history-list.ts';

const rows = (letters: string) => [...letters].map((id) => someCompression({ id }));
const page = (letters: string, nextPath?: string) => ({ rows: rows(letters), nextPath });
const idsOf = (list: { rows: { id: string }[] }) => list.rows.map(({ id }) => id).join('');

it('begins with the newest page', () => {
  expect(withNewestPage(undefined, page('abc', '/after-c'))).toEqual(page('abc', '/after-c'));
});

it('keeps what was loaded, and what new rows have pushed off the first page', () => {
  const known = page('abcdef', '/after-f');
  const next = withNewestPage(known, page('yza', '/after-a'));
  expect(idsOf(next)).toBe('yzabcdef');
  expect(next.nextPath).toBe('/after-f');
});

it('knows the end it has reached', () => {
  expect(withNewestPage(page('abc'), page('zab', '/after-b'))).toEqual(page('zabc'));
});

it('begins anew where more than a page has come in between', () => {
  expect(withNewestPage(page('abc', '/after-c'), page('xyz', '/after-z'))).toEqual(page('xyz', '/after-z'));
});

it('takes a page that is the whole list as it is', () => {
  expect(withNewestPage(page('abc', '/after-c'), page('a'))).toEqual(page('a'));
});

it('adds the next page without what is there already', () => {
  expect(withNextPage(page('abc', '/after-b'), page('cde', '/after-e'))).toEqual(page('abcde', '/after-e'));
});

it('keeps the row objects that did not change', () => {
  const known = page('abc');
  const next = withRows(known, [someCompression({ id: 'b', compressedSize: 1 })]);
  expect(next.rows[0]).toBe(known.rows[0]);
  expect(next.rows[1]?.compressedSize).toBe(1);
});

it('shows a row as the server will, once its files are deleted', () => {
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
