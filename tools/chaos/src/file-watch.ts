import { existsSync } from 'node:fs';
import { type Store, storedFiles } from './store.ts';

const lookEveryMs = 500;
const sides = ['originals', 'results'] as const;

export interface FileWatch {
  /**
   * Returns the times at which a compression's original and result were deleted, by this machine's clock and at most
   * half a second late. Omits files that exist or were never seen.
   */
  goneAtMs(id: string): number[];
  stop(): void;
}

/** Watches a directory storage until it is stopped or the directory is removed. */
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
 * Returns the names `originals/<id>` and `results/<id>` that exist, or undefined if a folder was deleted during the
 * scan.
 */
function sidesThere(store: Store): Set<string> | undefined {
  try {
    return new Set(storedFiles(store).map(({ key }) => key.split('/').slice(0, 2).join('/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
