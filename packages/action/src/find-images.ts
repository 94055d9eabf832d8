import { posix } from 'node:path';
import { listChanged, listImages, onlyImages } from 'gossamer/cli/check/list-images';
import { type GithubApi, GithubError } from './github-api.ts';
import type { Inputs } from './inputs.ts';
import type { ActionEvent, PullRequest } from './read-event.ts';

/** Number of files of a pull request that GitHub lists at most. */
const maxListedFiles = 3_000;

export interface ImageFolder {
  /** Absolute path of the working directory. */
  root: string;
  /** Path of the working directory in the repository, with slashes; empty for the repository itself. */
  prefix: string;
}

export interface FoundImages {
  paths: string[];
  /** Sentences about what was searched, for the report. */
  notes: string[];
}

/**
 * Returns the images to check: those that the pull request or push changes, or all in the working directory.
 * @throws UsageError if git cannot compare the commits
 */
export async function findImages(
  { root, prefix }: ImageFolder,
  { onlyChanged }: Pick<Inputs, 'onlyChanged'>,
  { event, github, ignore }: { event: ActionEvent; github: GithubApi | undefined; ignore: string[] },
): Promise<FoundImages> {
  const all = async (notes: string[]) => ({ paths: await listImages({ root, paths: [], ignore }), notes });
  const { pull, before } = event;
  if (!(onlyChanged ?? pull !== undefined)) return all([]);
  if (!pull) {
    if (!before) return all(['All images were checked, because the event names no earlier commit.']);
    return { paths: onlyImages(root, await listChanged(root, before), ignore), notes: [] };
  }
  if (pull.changedFiles > maxListedFiles) {
    return all(['All images were checked, because the pull request changes more than 3,000 files.']);
  }
  const changed = github && (await listedBy(github, pull));
  const below = changed ? belowPrefix(changed, prefix) : await listChanged(root, pull.baseSha);
  return { paths: onlyImages(root, below, ignore), notes: [] };
}

/** Returns the changed files, or undefined if the token may not list them. */
async function listedBy(github: GithubApi, { number }: PullRequest): Promise<string[] | undefined> {
  try {
    return await github.listChangedFiles(number);
  } catch (error) {
    if (error instanceof GithubError) return undefined;
    throw error;
  }
}

/** Returns the paths below a folder of the repository, relative to it. Paths that would leave it are dropped. */
function belowPrefix(paths: readonly string[], prefix: string): string[] {
  const start = prefix === '' ? '' : `${prefix}/`;
  return paths.flatMap((path) => {
    const isSafe = !posix.isAbsolute(path) && posix.normalize(path) === path && !path.startsWith('../');
    return isSafe && path.startsWith(start) ? [path.slice(start.length)] : [];
  });
}
