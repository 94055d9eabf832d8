import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that can be filled to the brim. */
export interface SmallDisk {
  folder: string;
  /** Takes all space but a little, so that small files still fit and large ones break off; or all but so many bytes. */
  fill(leftBytes?: number): void;
  /** Gives the space back. */
  free(): void;
  unmount(): void;
}

/** This machine cannot do what a row needs; the message says why. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const usuallyLeftBytes = 100_000;
const pieceBytes = 4_000_000;

/**
 * Mounts a file system on a new folder, or on an empty one that is there.
 * @throws NotPossibleError where mounting is not allowed
 */
export function mountSmallDisk(
  sizeMegabytes = 64,
  folder = mkdtempSync(join(tmpdir(), 'gossamer-disk-')),
): SmallDisk {
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
    fill: (leftBytes = usuallyLeftBytes) => {
      const { bavail, bsize } = statfsSync(folder);
      let bytes = bavail * bsize - leftBytes;
      try {
        for (; bytes > 0; bytes -= pieceBytes) {
          appendFileSync(filler, Buffer.alloc(Math.min(bytes, pieceBytes)));
        }
      } catch (error) {
        // Somebody else took the space in between: full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount,
  };
}
