import { existsSync } from 'node:fs';
import { type Store, storedFiles } from './store.ts';

const lookEveryMs = 500;
const sides = ['originals', 'results'] as const;

export interface FileWatch {
  /**
   * Returns the times at which the original and the result of a compression were deleted. The times come from this
   * machine's clock and are at most half a second late. Omits files that still exist or were never seen.
   */
  goneAtMs(id: string): number[];
  stop(): void;
}

/** Watches a storage directory until `stop` is called or the directory is removed. */
export function watchFiles(store: Store): FileWatch {
  let before = new Set<string>();
  const goneAtMs = new Map<string, number>();
  const look = () => {
    const now = sidesThere(store);
    if (now === undefined) return;
    for (const side of before) if (!now.has(side)) goneAtMs.set(side, Date.now());
    for (const side of now) goneAtMs.delete(side);
    before = now;
  };
  const timer = setInterval(() => {
    if (existsSync(store.folder ?? '')) look();
    else clearInterval(timer);
  }, lookEveryMs);
  look();
  return {
    goneAtMs: (id) => sides.flatMap((side) => goneAtMs.get(`${side}/${id}`) ?? []),
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns the existing names of the form `originals/<id>` and `results/<id>`, or undefined if a folder was deleted
 * during the scan.
 */
function sidesThere(store: Store): Set<string> | undefined {
  try {
    return new Set(storedFiles(store).map(({ key }) => key.split('/').slice(0, 2).join('/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
