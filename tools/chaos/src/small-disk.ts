import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that tests can fill completely. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk except for `leftBytes`. By default, small files still fit, but large ones do not. */
  fill(leftBytes?: number): void;
  /** Deletes the file that fills the disk. */
  free(): void;
  unmount(): void;
}

/** Thrown if this machine lacks something that a test requires. The message names it. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const usuallyLeftBytes = 100_000;
const pieceBytes = 4_000_000;

/**
 * Mounts a small file system on a new folder, or on an existing empty one.
 * @throws NotPossibleError if mounting is not permitted
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
  // Unmounts the disk even if the run is aborted.
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
        // Another process has used the remaining space, so the disk is full as intended.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount,
  };
}
