import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file atomically through a temporary file next to it. Creates its folder. @throws system errors */
export async function writeAtomically(path: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.gossamer-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(unfinished, 'wx', mode);
    try {
      await file.writeFile(bytes);
      // Flush the content to disk. Otherwise, the rename could reach the disk before the content.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
