import { compression } from '@gossamer/contracts/compressions';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Browser, browser, startGateway, type TestGateway } from '../../gateway.ts';

let gateway: TestGateway;
let visitor: Browser;

beforeAll(async () => {
  gateway = await startGateway();
  visitor = browser(gateway);
  return () => gateway.close();
});

/** Inserts compressions as uploads do. Several of them have the same creation time. */
async function insertRows(owner: string, count: number): Promise<void> {
  await gateway.servers.sql(
    `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
       original_sha256, settings, max_pixels, is_sample, created_at)
     select lpad(n::text, 32, '0'), $1, 'r', 'n' || n, 'jpeg', 100, repeat('0', 64),
       '{"quality":85,"format":"auto","resize":null,"filter":"none"}', 100, false,
       timestamptz '2026-01-01' + interval '1 second' * (n / 4)
     from generate_series(1, $2::int) n`,
    [owner, count],
  );
}

describe('GET /api/compressions', () => {
  it('returns an empty list for a new visitor', async () => {
    const response = await visitor('/api/compressions');
    expect(await response.json()).toEqual([]);
    expect(response.headers.get('link')).toBeNull();
  });

  // Spec: 3.21, 7.30, 7.56
  it('lists compressions newest first, in pages that neither omit nor repeat a compression', async () => {
    const cookie =
      (await fetch(`${gateway.url}/api/compressions`)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const visitorId = decodeURIComponent(cookie.replace('visitor=', '')).split('.')[0];
    await insertRows(`visitor:${visitorId}`, 130);
    const seen: string[] = [];
    const sizes: number[] = [];
    let path: string | undefined = '/api/compressions';
    while (path) {
      const response: Response = await fetch(gateway.url + path, { headers: { cookie } });
      const page = z.array(compression).parse(await response.json());
      seen.push(...page.map((item) => item.id));
      sizes.push(page.length);
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(sizes).toEqual([50, 50, 30]);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it('returns 304 if the list has not changed', async () => {
    const first = await visitor('/api/compressions');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const second = await visitor('/api/compressions', { headers });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
  });

  it('finds compressions by a part of their file name, their status and their format', async () => {
    const own = browser(gateway);
    await own('/api/compressions');
    const [visitorId] = decodeURIComponent(own.cookies.get('visitor') ?? '').split('.');
    await gateway.servers.sql(
      `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
         original_sha256, settings, max_pixels, is_sample, status, failure_code, finalized_at)
       select lpad(n::text, 32, 'f'), $1, 'r', name, 'jpeg', 100, repeat('0', 64),
         '{"quality":85,"format":"auto","resize":null,"filter":"none"}', 100, false, 'failed', 'corrupt_image', now()
       from unnest(array['Cat 100%.jpg', 'cat_2.jpg', 'dog\\.jpg']) with ordinality as names(name, n)`,
      [`visitor:${visitorId}`],
    );
    const found = async (query: Record<string, string>) => {
      const response = await own(`/api/compressions?${new URLSearchParams(query)}`);
      return z
        .array(compression)
        .parse(await response.json())
        .map(({ originalFilename }) => originalFilename)
        .sort();
    };
    expect(await found({ search: 'CAT' })).toEqual(['Cat 100%.jpg', 'cat_2.jpg']);
    // Wildcard characters of SQL patterns are matched literally.
    expect(await found({ search: '0%' })).toEqual(['Cat 100%.jpg']);
    expect(await found({ search: '_' })).toEqual(['cat_2.jpg']);
    expect(await found({ search: '\\' })).toEqual(['dog\\.jpg']);
    expect(await found({ status: 'failed', search: 'dog' })).toEqual(['dog\\.jpg']);
    expect(await found({ status: 'completed' })).toEqual([]);
    expect(await found({ format: 'webp' })).toEqual([]);
  });

  it('keeps the filter in the link to the next page', async () => {
    const own = browser(gateway);
    await own('/api/compressions');
    const [visitorId] = decodeURIComponent(own.cookies.get('visitor') ?? '').split('.');
    await gateway.servers.sql("delete from compressions where original_filename like 'n%'");
    await insertRows(`visitor:${visitorId}`, 60);
    const first = await own('/api/compressions?search=N&status=processing');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    expect(next).toContain('search=N&status=processing&cursor=');
    expect(z.array(compression).parse(await (await own(String(next))).json())).toHaveLength(10);
  });

  it.each([
    ['search', 'x'.repeat(201)],
    ['search', ' '],
    ['search', 'a\0'],
    ['status', 'pending'],
    ['format', 'heic'],
  ])('rejects the invalid %s %j', async (field, value) => {
    const response = await visitor(`/api/compressions?${new URLSearchParams({ [field]: value })}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', field });
  });

  it.each(['nonsense', '', btoa('1.x'), btoa(`999999999999999999.${'0'.repeat(32)}`)])(
    'rejects the invalid cursor %j',
    async (cursor) => {
      const response = await visitor(`/api/compressions?cursor=${encodeURIComponent(cursor)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_request', field: 'cursor' });
    },
  );
});

describe('GET /api/compression/{id}', () => {
  it.each(['nonsense', "' or 1=1 --", '%00', 'x'.repeat(500)])(
    'returns 404 for the malformed id %j',
    async (id) => {
      const response = await visitor(`/api/compression/${encodeURIComponent(id)}`);
      expect(response.status).toBe(404);
    },
  );
});
