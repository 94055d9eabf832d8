import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileFault } from '../cli/outcome.ts';
import { shown } from '../cli/words.ts';

/** Maximum number of folders that an error message names. */
const maxNamed = 5;

interface Folder {
  path: string;
  realPath: string;
}

/** An existing file or folder. */
export interface FoundPath {
  /** Absolute path as the client named it. */
  path: string;
  /** The same path with symbolic links resolved. */
  realPath: string;
}

/**
 * The folders that a call may read and write. Symbolic links are resolved before a path is checked, so that they cannot
 * lead out of the folders.
 */
export class AllowedFolders {
  readonly #folders: readonly Folder[];

  private constructor(folders: readonly Folder[]) {
    this.#folders = folders;
  }

  /** Returns the folders with the given paths. Folders that do not exist are left out. */
  static async open(paths: readonly string[]): Promise<AllowedFolders> {
    const found = await Promise.all(
      paths.map(async (path) => ({ path: resolve(path), realPath: await realpathOf(path) })),
    );
    return new AllowedFolders(found.filter((folder): folder is Folder => folder.realPath !== undefined));
  }

  /** Returns whether a real path is one of the folders or below one. */
  contains(realPath: string): boolean {
    return this.#folders.some((folder) => isWithin(folder.realPath, realPath));
  }

  /**
   * Returns an existing file or folder.
   * @throws FileFault `outside_roots` if it is not within the folders, whether it exists or not; `ENOENT`, `no_roots`
   */
  async find(text: string): Promise<FoundPath> {
    const path = this.#toPath(text);
    const realPath = await realpathOf(path);
    if (realPath !== undefined && this.contains(realPath)) return { path, realPath };
    if (realPath !== undefined || !this.#names(path)) throw this.#outside(path);
    throw new FileFault('ENOENT', `${shown(path)} does not exist or cannot be accessed.`);
  }

  /**
   * Returns the absolute path of a folder for results, which need not exist yet.
   * @throws FileFault `outside_roots` if it is not within the folders; `ENOTDIR`, `no_roots`
   */
  async findOutput(text: string): Promise<string> {
    const path = this.#toPath(text);
    let existing = path;
    // A link without a target exists, although it has no real path. It is not within the folders.
    while (!(await exists(existing)) && dirname(existing) !== existing) existing = dirname(existing);
    const realPath = await realpathOf(existing);
    if (realPath === undefined || !this.contains(realPath)) throw this.#outside(path);
    if ((await stat(realPath)).isDirectory()) return path;
    throw new FileFault('ENOTDIR', `${shown(existing)} is a file, not a folder.`);
  }

  /** Returns an absolute path. Relative paths begin at the first folder. @throws FileFault */
  #toPath(text: string): string {
    const [first] = this.#folders;
    if (!first) throw new FileFault('no_roots', 'No folder is allowed, so no file can be read or written.');
    if (text.includes('\0')) throw new FileFault('invalid_path', 'A path cannot contain a NUL character.');
    return resolve(first.path, /^file:/i.test(text) ? fromUri(text) : text);
  }

  /** Returns whether a path is within the folders as it is written, without resolving links. */
  #names(path: string): boolean {
    return this.#folders.some((folder) => isWithin(folder.path, path) || isWithin(folder.realPath, path));
  }

  #outside(path: string): FileFault {
    const names = this.#folders.slice(0, maxNamed).map((folder) => shown(folder.path));
    const more = this.#folders.length > maxNamed ? ' and others' : '';
    return new FileFault(
      'outside_roots',
      `${shown(path)} is outside the allowed folders, or a link leads out of them. Allowed: ${names.join(', ')}${more}.`,
    );
  }
}

function fromUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    throw new FileFault('invalid_path', `${shown(uri)} is not a valid file URI of this computer.`);
  }
}

function isWithin(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below));
}

const realpathOf = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
