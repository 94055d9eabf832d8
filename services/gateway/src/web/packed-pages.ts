import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

/** Keeps packed pages in memory, up to so many bytes; those that were not asked for longest go first. */
export function createPackedPages(maxBytes = maxPackedBytes): PackedPages {
  /** In the order they were last asked for. */
  const kept = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, packed: Buffer): void {
    kept.set(key, packed);
    bytes += packed.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    get: async (page, packing, html) => {
      const key = `${packing} ${page}`;
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const shared = underWay.get(key);
      if (shared) return shared;
      const packed = pack[packing](html());
      underWay.set(key, packed);
      try {
        keep(key, await packed);
      } finally {
        underWay.delete(key);
      }
      return packed;
    },
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
