import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Content encodings of cached pages, in order of preference. */
export const packings = ['br', 'gzip'] as const;
export type Packing = (typeof packings)[number];

/** Maximum size of the page cache in bytes. All visitor pages in every language and theme take about 35 MB. */
const maxPackedBytes = 48 * 1024 * 1024;

/** Cache of pages that are identical for all visitors, so that each page is compressed only once. */
export interface PackedPages {
  /** Returns the compressed page for a key. If the page is not cached, compresses the HTML returned by `html`. */
  get(key: string, packing: Packing, html: () => string): Promise<Buffer>;
  /** Total size of the cached pages in bytes. */
  readonly bytes: number;
}

/** Creates a cache for up to `maxBytes` of compressed pages. The least recently used page is evicted first. */
export function createPackedPages(maxBytes = maxPackedBytes): PackedPages {
  const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (packed) => packed.length,
    fetchMethod: (_key, _stale, { context: packPage }) => packPage(),
  });
  return {
    get bytes() {
      return cache.calculatedSize;
    },
    get: (page, packing, html) =>
      cache.forceFetch(`${packing} ${page}`, { context: async () => pack[packing](html()) }),
  };
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Functions that compress a page on the thread pool. Brotli uses quality 5: quality 9 takes six times as long and saves
 * 3%, and quality 10 takes twenty times as long and saves 9%.
 */
const pack: Record<Packing, (html: string) => Promise<Buffer>> = {
  br: (html) =>
    brotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html),
      },
    }),
  gzip: (html) => deflate(html, { level: 6 }),
};
