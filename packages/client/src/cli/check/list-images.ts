import { existsSync, lstatSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { UsageError } from '../exit-codes.ts';
import { imageExtensions } from '../find-sources.ts';
import { shown } from '../words.ts';
import { matcher } from './find-limits.ts';
import { entriesOf, GitError, runGit } from './run-git.ts';

export interface ImageSearch {
  /** Absolute path of the folder to search. */
  root: string;
  /** Files, folders and globs below the folder to which the search is limited. */
  paths: readonly string[];
  /** Git revision. Only files that differ from its common ancestor with HEAD are returned. */
  since?: string | undefined;
  /** Globs of images that are not returned. */
  ignore: readonly string[];
}

/**
 * Returns the sorted paths of images below a folder, relative to it and with slashes. In a git work tree, these are tracked
 * files and untracked ones that are not ignored. `node_modules` is always skipped.
 * @throws UsageError if a path or revision does not exist
 */
export async function listImages({ root, paths, since, ignore }: ImageSearch): Promise<string[]> {
  const isWanted = pathFilter(root, paths);
  const listed = since === undefined ? await listTree(root) : await listChanged(root, since);
  // Files that are named are checked although git ignores them.
  const named = since === undefined ? paths.filter((path) => isFileOrLink(resolve(root, path))) : [];
  const all = [...listed, ...named.map((path) => pathBelow(root, path))];
  const images = onlyImages(root, all, ignore).filter(isWanted);
  const unmatched = paths.find(
    (path) => !existsSync(resolve(root, path)) && !images.some(pathFilter(root, [path])),
  );
  if (unmatched !== undefined && since === undefined) {
    throw new UsageError(`${shown(unmatched)} does not exist, and matches no image as a glob.`);
  }
  return images;
}

/** Returns the sorted paths of existing images among the given ones, without those that match a glob. */
export function onlyImages(root: string, paths: readonly string[], ignore: readonly string[]): string[] {
  const isIgnored = matcher(ignore);
  const images = paths.filter(
    (path) =>
      imageExtensions.includes(extname(path).toLowerCase()) &&
      !path.split('/').includes('node_modules') &&
      !isIgnored(path) &&
      isFileOrLink(join(root, path)),
  );
  return [...new Set(images)].sort();
}

async function listTree(root: string): Promise<string[]> {
  try {
    const options = ['--cached', '--others', '--exclude-standard'];
    return entriesOf(await runGit(['ls-files', '-z', ...options], root));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // This is not a work tree, or git is not installed.
    return glob('**/*', { cwd: root, ignore: ['**/node_modules/**'], followSymbolicLinks: false });
  }
}

/** Returns the files below a folder that were added or changed since the common ancestor of a revision and HEAD. */
export async function listChanged(root: string, since: string): Promise<string[]> {
  const name = shown(since);
  const commit = await runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`],
    root,
  ).catch(explain(`${name} is not a commit of this repository. A shallow clone has to fetch it first.`));
  const ancestor = await runGit(['merge-base', commit.trim(), 'HEAD'], root).catch(
    explain(`${name} has no common ancestor with HEAD. A shallow clone has to fetch more history.`),
  );
  const options = ['--name-only', '--no-renames', '--diff-filter=d', '--relative', '-z'];
  return entriesOf(await runGit(['diff', ...options, ancestor.trim(), '--'], root));
}

const explain = (message: string) => (error: unknown) => {
  if (!(error instanceof GitError)) throw error;
  throw new UsageError(error.message.startsWith('git is') ? error.message : message);
};

/** Git also lists submodules, files that were deleted, and files that this file system cannot store. */
function isFileOrLink(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns a path relative to the folder and with slashes. @throws UsageError if it is outside */
function pathBelow(root: string, path: string): string {
  const below = relative(root, resolve(root, path)).split(sep).join('/');
  if (below !== '..' && !below.startsWith('../')) return below;
  throw new UsageError(`${shown(path)} is outside of the working directory.`);
}

/** Returns a function that tests whether an image is named by one of the paths. */
function pathFilter(root: string, paths: readonly string[]): (image: string) => boolean {
  if (paths.length === 0) return () => true;
  const tests = paths.map((path) => {
    const below = pathBelow(root, path);
    const matches = matcher([below]);
    return (image: string) =>
      below === '' || image === below || image.startsWith(`${below}/`) || matches(image);
  });
  return (image) => tests.some((test) => test(image));
}
