import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** What pages are kept packed with, the smaller one first. */
export const packings = ['br', 'gzip'] as const;
export type Packing = (typeof packings)[number];

/** More than all visitors' pages take, in every language and theme (some 35 MB). */
const maxPackedBytes = 48 * 1024 * 1024;

/** Pages that are the same bytes for every visitor, packed once. */
export interface PackedPages {
  /** Returns the packed page of a key; packs what `html` gives if it is not at hand. */
  get(key: string, packing: Packing, html: () => string): Promise<Buffer>;
  /** What the kept pages take together. */
  readonly bytes: number;
}

/** Keeps packed pages in memory, up to so many bytes; the least recently used ones go first. */
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

/** On the thread pool. Better Brotli costs six times as much for 3 % (quality 9), or twenty times for 9 % (10). */
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
