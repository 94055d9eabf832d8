import { randomBytes } from 'node:crypto';
import { link as createLink, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface WriteOptions {
  /** Permission bits of the file. Defaults to those of a new file. */
  mode?: number | undefined;
  /** Whether an existing file may be replaced. Defaults to true. */
  isOverwriting?: boolean | undefined;
}

/**
 * Writes a file atomically through a temporary file next to it. Creates its folder.
 * @throws system errors; EEXIST if the file exists and must not be replaced
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { mode = 0o666, isOverwriting = true }: WriteOptions = {},
): Promise<void> {
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
    await (isOverwriting ? rename(unfinished, path) : renameIfFree(unfinished, path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Error codes of file systems that have no hard links, such as FAT. */
const noLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);

/**
 * Renames a file, but never replaces another one: a hard link, unlike a rename, fails if its path is taken. Without hard
 * links, the path is checked first.
 * @throws system errors; EEXIST if the path is taken
 */
export async function renameIfFree(
  from: string,
  to: string,
  link: typeof createLink = createLink,
): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!noLinks.has((error as NodeJS.ErrnoException).code)) throw error;
    if (await isTaken(to)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST', syscall: 'rename' });
    return rename(from, to);
  }
  await rm(from);
}

const isTaken = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
