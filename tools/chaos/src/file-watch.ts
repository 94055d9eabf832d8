import { existsSync } from 'node:fs';
import { type Store, storedFiles } from './store.ts';

const lookEveryMs = 500;
const sides = ['originals', 'results'] as const;

export interface FileWatch {
  /**
   * Returns when a compression's original and result were first missing after they had existed, by this machine's
   * clock, at most half a second late. Files that still exist, or were never seen, are left out.
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

/** Returns `originals/<id>` and `results/<id>`, or undefined if a folder was removed while it was read. */
function sidesThere(store: Store): Set<string> | undefined {
  try {
    return new Set(storedFiles(store).map(({ key }) => key.split('/').slice(0, 2).join('/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
