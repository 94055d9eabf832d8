import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of 64 MB that can be filled to the brim. */
export interface SmallDisk {
  folder: string;
  /** Takes all space but a little, so that small files still fit and large ones break off. */
  fill(): void;
  /** Gives the space back. */
  free(): void;
  unmount(): void;
}

/** This machine cannot do what a row needs; the message says why. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const sizeMegabytes = 64;
const leftBytes = 100_000;

/** @throws NotPossibleError where mounting is not allowed */
export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'gossamer-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m`, 'tmpfs', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    rmdirSync(folder);
    throw new NotPossibleError(
      `not possible here: mounting a tmpfs failed (${(error as Error).message.trim().split('\n').at(-1)})`,
    );
  }
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  };
  // Also when the run is ended half-way.
  process.once('exit', unmount);
  const filler = join(folder, '.filler');
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = Math.max(0, bavail * bsize - leftBytes);
      try {
        appendFileSync(filler, Buffer.alloc(bytes));
      } catch (error) {
        // Somebody else took the space in between: full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount,
  };
}
