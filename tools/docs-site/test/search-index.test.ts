import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { buildSite } from '../src/build-site.ts';
import { buildSearchIndex } from '../src/search-index.ts';

const areas = buildSite(join(import.meta.dirname, '../../..'));
const pages = areas.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
const passages = pages.flatMap((page) => page.passages);
const json = buildSearchIndex(passages);

function find(query: string): string[] {
  const { options, index } = JSON.parse(json);
  return MiniSearch.loadJS(index, options)
    .search(query, { combineWith: 'AND', prefix: true })
    .map(({ id }) => id);
}

describe('the search index', () => {
  it('finds passages by their text, and options by their name', () => {
    expect(find('presigned URL upload')[0]).toMatch(/^\/docs\/delivery/);
    expect(find('Changing the secret')[0]).toBe('/docs/webhooks#changing-the-secret');
    expect(find('onUnreachable')).toContain('/docs/api#onunreachable');
    expect(find('idempotency key')).toContain('/docs/api#retrying-safely');
    expect(find('pg_dump')).not.toEqual([]);
    expect(find('watermark')).toEqual([]);
  });

  it('contains every heading of every page, and no passage twice', () => {
    const ids = passages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, headings } of pages) {
      for (const { id } of headings) expect(ids).toContain(`/docs/${name}#${id}`);
    }
  });
});
