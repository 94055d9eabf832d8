import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** The encodings of cached pages, preferred first. */
export const packings = ['br', 'gzip'] as const;
export type Packing = (typeof packings)[number];

/** Maximum size of the cache. All visitors' pages in every language and theme take about 35 MB. */
const maxPackedBytes = 48 * 1024 * 1024;

/** Cache of pages that are identical for every visitor, so that each is compressed only once. */
export interface PackedPages {
  /** Returns the compressed page of a key. If it is not cached, compresses the return value of `html`. */
  get(key: string, packing: Packing, html: () => string): Promise<Buffer>;
  /** Total size of the cached pages in bytes. */
  readonly bytes: number;
}

/** Creates a cache of compressed pages of at most `maxBytes`; the least recently used page is evicted first. */
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
 * Compresses on the thread pool. Quality 9 of Brotli takes six times as long and saves 3 %, quality 10 twenty times
 * as long and saves 9 %.
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
