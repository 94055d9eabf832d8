import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { formatNumber } from '@gossamer/contracts/english-figures';
import { acceptedExtensions } from '@gossamer/contracts/formats';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { type FailedOutcome, FileFault, type Source, toFileFault } from './outcome.ts';
import { shown } from './words.ts';

export interface Found {
  sources: Source[];
  /** Paths that do not exist or cannot be read. */
  faults: FailedOutcome[];
}

/** Limits of a search. By default, nothing is limited. */
export interface SearchLimits {
  /** Returns whether a file or folder with this real path may be read. Others are faults. */
  isAllowed?: (realPath: string) => boolean;
  /** Maximum number of images. */
  maxFiles?: number;
  /** Maximum number of files and folders to look at. */
  maxEntries?: number;
  /** Stops the search. */
  signal?: AbortSignal;
}

/**
 * Matches names that the command line gives to results next to originals, such as `photo.compressed.jpg`,
 * `photo.compressed-2.jpg` and `photo.compressed-800w.avif`.
 */
const ownResult = /\.compressed(-\d+)?(-\d+w)?\.\w+$/i;

/**
 * Finds the images that the given paths, folders and globs contain. A file named by its path is always included;
 * folders and globs contribute only files with an image extension. Each file is returned once. Hidden files,
 * `node_modules`, earlier results and everything below `outFolder` are skipped in folders.
 * @throws FileFault `too_many_files`, or the signal's reason
 */
export async function findSources(
  paths: readonly string[],
  outFolder: string | undefined,
  limits: SearchLimits = {},
): Promise<Found> {
  const search = new Search(outFolder === undefined ? undefined : resolve(outFolder), limits);
  for (const path of paths) await search.add(path);
  return { sources: [...search.sources.values()], faults: search.faults };
}

class Search {
  readonly sources: Map<string, Source> = new Map();
  readonly faults: FailedOutcome[] = [];
  readonly #walked = new Set<string>();
  readonly #outFolder: string | undefined;
  readonly #limits: SearchLimits;
  #entries = 0;

  constructor(outFolder: string | undefined, limits: SearchLimits) {
    this.#outFolder = outFolder;
    this.#limits = limits;
  }

  async add(path: string): Promise<void> {
    await this.#noteFault(path, async () => {
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && isDynamicPattern(path)) return undefined;
        throw error;
      });
      if (!found) await this.#addGlob(path);
      else if (found.isDirectory()) await this.#walk(path, path);
      else await this.#addFile(path, basename(path));
    });
  }

  async #addGlob(pattern: string): Promise<void> {
    const slashed = sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
    const segments = slashed.split('/');
    const firstDynamic = segments.findIndex((segment) => isDynamicPattern(segment));
    const root = segments.slice(0, firstDynamic).join('/') || (slashed.startsWith('/') ? '/' : '.');
    const ignore = ['**/node_modules/**', ...this.#ignoredBelow(root)];
    const matched = await glob(segments.slice(firstDynamic).join('/'), {
      cwd: root,
      ignore,
      onlyFiles: true,
    });
    const images = matched.filter(isImageName).sort();
    if (images.length === 0) throw new FileFault('ENOENT', 'No image matches this pattern.');
    for (const name of images) {
      const path = join(root, name);
      await this.#noteFault(path, () => this.#addFile(path, name));
    }
  }

  #ignoredBelow(root: string): string[] {
    if (this.#outFolder === undefined) return [];
    const below = relative(resolve(root), this.#outFolder);
    return below === '' || below.startsWith('..') ? [] : [`${escapePath(below.replaceAll(sep, '/'))}/**`];
  }

  async #walk(folder: string, root: string): Promise<void> {
    const real = await realpath(folder);
    if (this.#walked.has(real) || (folder !== root && resolve(folder) === this.#outFolder)) return;
    this.#walked.add(real);
    this.#assertAllowed(real);
    const entries = await readdir(folder, { withFileTypes: true });
    this.#countEntries(entries.length);
    for (const entry of entries.sort(byName)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      await this.#noteFault(path, () => this.#addEntry(entry, path, root));
    }
  }

  async #addEntry(entry: Dirent, path: string, root: string): Promise<void> {
    const isLink = entry.isSymbolicLink();
    // Report a broken symbolic link only if it has an image extension.
    const target =
      isLink && !isImageName(path) ? await stat(path).catch(() => entry) : isLink ? await stat(path) : entry;
    if (target.isDirectory()) return this.#walk(path, root);
    if (target.isFile() && isImageName(path)) await this.#addFile(path, relative(root, path));
  }

  async #addFile(path: string, relativePath: string): Promise<void> {
    const realPath = await realpath(path);
    this.#assertAllowed(realPath);
    if (!this.sources.has(realPath)) this.sources.set(realPath, { path, realPath, relativePath });
    const { maxFiles = Infinity } = this.#limits;
    if (this.sources.size > maxFiles) {
      throw tooMany(`There are more than ${formatNumber(maxFiles)} images. Choose a smaller folder.`);
    }
  }

  #assertAllowed(realPath: string): void {
    if (this.#limits.isAllowed?.(realPath) ?? true) return;
    throw new FileFault('outside_roots', 'This is a link to a place outside the allowed folders.');
  }

  #countEntries(found: number): void {
    const { maxEntries = Infinity, signal } = this.#limits;
    signal?.throwIfAborted();
    this.#entries += found;
    if (this.#entries > maxEntries) {
      throw tooMany(`There are more than ${formatNumber(maxEntries)} files. Choose a smaller folder.`);
    }
  }

  async #noteFault(path: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const fault = toFileFault(error);
      if (!(fault instanceof FileFault) || fault.code === tooManyFiles) throw error;
      this.faults.push({ status: 'failed', path: shown(path), code: fault.code, message: fault.message });
    }
  }
}

const tooManyFiles = 'too_many_files';
const tooMany = (message: string) => new FileFault(tooManyFiles, message);

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);

/** Extensions of images. Archives are restored by another command, and other JPEG XL files are not accepted. */
export const imageExtensions: readonly string[] = acceptedExtensions.filter(
  (extension) => extension !== '.jxl',
);

const isImageName = (path: string) =>
  imageExtensions.includes(extname(path).toLowerCase()) && !ownResult.test(path);
