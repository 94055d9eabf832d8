import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that a test can fill up. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk except for `leftBytes`. The default leaves space for small files but not for large files. */
  fill(leftBytes?: number): void;
  /** Frees disk space by deleting the file that fills the disk. */
  free(): void;
  unmount(): void;
}

/** Thrown if this machine does not meet a requirement of a test. The message states the requirement. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const usuallyLeftBytes = 100_000;
const pieceBytes = 4_000_000;

/**
 * Mounts a small file system at a new folder or at an existing empty folder.
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
      `not supported here: failed to mount a tmpfs (${(error as Error).message.trim().split('\n').at(-1)})`,
    );
  }
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  };
  // Unmount the disk even if the test run is aborted.
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
