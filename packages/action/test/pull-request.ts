import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file, or the target of a symbolic link. */
export type Content = Uint8Array | string | { linkTo: string };

/** A pull request from the branch `feature/images` to `develop` in a bare repository, and a checkout of it. */
export interface PullRequestRepository {
  /** Folder of the bare repository, which takes GitHub's place. */
  origin: string;
  /** Checkout of the merge of both branches without history, as that of actions/checkout. */
  workspace: string;
  baseSha: string;
  headSha: string;
}

const settings = {
  'user.name': 'Ada',
  'user.email': 'ada@example.com',
  'commit.gpgsign': 'false',
  'maintenance.auto': 'false',
  'core.fsync': 'none',
};
const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Runs git in a folder and returns its output without the final line break. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...options, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd();
}

async function write(folder: string, files: Readonly<Record<string, Content>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    if (typeof content === 'object' && 'linkTo' in content) await symlink(content.linkTo, path);
    else await writeFile(path, content);
  }
}

/** Folder of the repository in which people work, and that plays the part of GitHub for merges. */
const authorOf = (origin: string) => join(dirname(origin), 'author');

/**
 * Creates the repositories. The pull request adds `files` to a branch that contains `base`, which changes to `later` in the
 * meantime.
 */
export async function openPullRequest(
  files: Readonly<Record<string, Content>>,
  base: Readonly<Record<string, Content>> = {},
  later: Readonly<Record<string, Content>> = {},
): Promise<PullRequestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-pull-'));
  const origin = join(folder, 'origin.git');
  const author = authorOf(origin);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin);
  // GitHub also lets clients fetch any commit.
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  git(folder, 'init', '--quiet', '--initial-branch=develop', author);
  git(author, 'remote', 'add', 'origin', `file://${origin}`);
  await write(author, { 'README.md': 'Site', ...base });
  commit(author, 'start');
  git(author, 'checkout', '--quiet', '-b', 'feature/images');
  await write(author, files);
  commit(author, 'feat: add images');
  git(author, 'checkout', '--quiet', 'develop');
  await write(author, { 'later.md': 'Later', ...later });
  commit(author, 'docs: add a page');
  git(author, 'push', '--quiet', 'origin', 'develop~:refs/heads/main', 'develop', 'feature/images');
  return checkOut(origin);
}

function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', `--message=${message}`);
}

/** Pushes another commit to the branch of the pull request. */
export async function pushToBranch(
  origin: string,
  files: Readonly<Record<string, Content>>,
  message = 'feat: add more',
): Promise<void> {
  const author = authorOf(origin);
  git(author, 'fetch', '--quiet', 'origin');
  git(author, 'checkout', '--quiet', '--detach', 'origin/feature/images');
  await write(author, files);
  commit(author, message);
  git(author, 'push', '--quiet', 'origin', 'HEAD:refs/heads/feature/images');
}

/** Merges the branches as GitHub does for each run, and checks the merge out in a new folder. */
export async function checkOut(origin: string): Promise<PullRequestRepository> {
  const author = authorOf(origin);
  git(author, 'fetch', '--quiet', 'origin');
  git(author, 'checkout', '--quiet', '--detach', 'origin/develop');
  git(author, 'merge', '--quiet', '--no-ff', '--no-edit', 'origin/feature/images');
  git(author, 'push', '--quiet', '--force', 'origin', 'HEAD:refs/pull/7/merge');
  const workspace = await mkdtemp(join(dirname(origin), 'workspace-'));
  git(workspace, 'init', '--quiet');
  git(workspace, 'remote', 'add', 'origin', `file://${origin}`);
  git(workspace, 'fetch', '--quiet', '--depth=1', 'origin', 'refs/pull/7/merge');
  git(workspace, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
  const [baseSha, headSha] = [headOf(origin, 'develop'), headOf(origin, 'feature/images')];
  return { origin, workspace, baseSha, headSha };
}

/** Returns the newest commit of a branch. */
export const headOf = (origin: string, branch: string): string =>
  git(origin, 'rev-parse', `refs/heads/${branch}`);

/** Returns a file of a commit. */
export const fileIn = (origin: string, commit: string, path: string): Buffer =>
  execFileSync('git', ['cat-file', 'blob', `${commit}:${path}`], { cwd: origin, maxBuffer: 10_000_000 });

/** Returns the paths of all files in a work tree except those of git, with their content. */
export async function contentOf(workspace: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('/.git/'),
  );
  const content = new Map<string, Buffer>();
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    content.set(path.slice(workspace.length + 1), await readFile(path));
  }
  return content;
}

/** Deletes the repositories and all checkouts. */
export const removePullRequest = ({ origin }: PullRequestRepository): Promise<void> =>
  rm(dirname(origin), { recursive: true, force: true });
