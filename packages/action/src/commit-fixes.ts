import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entriesOf, type GitError, runGit } from 'gossamer/cli/check/run-git';

/** The commit on which the commit of the action is based, and where it is pushed to. */
export interface CommitTarget {
  /** Absolute path of the repository. */
  repository: string;
  headSha: string;
  branch: string;
  runnerTemp: string;
}

/** Last line of the messages of the action's commits, by which later runs recognize them. */
const trailer = 'Gossamer-Check: fixed';

/** The account of the workflow's own token. */
const bot = { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' };
const commitEnv = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: bot.name,
  GIT_AUTHOR_EMAIL: bot.email,
  GIT_COMMITTER_NAME: bot.name,
  GIT_COMMITTER_EMAIL: bot.email,
};

/** Number of paths in the arguments of one call, whose length systems limit. */
const pathsPerCall = 100;

/** Hooks are disabled, because the repository's packages can set them to scripts of the pull request. */
const withoutHooks = ['-c', 'core.hooksPath=/dev/null'];

/** Returns whether the action itself made the newest commit. Another commit on top could start an endless loop. */
export async function isOwnCommit(target: CommitTarget): Promise<boolean> {
  await fetchHead(target);
  const message = await runGit(['log', '-1', '--format=%B', target.headSha], target.repository);
  return message.trimEnd().split('\n').at(-1) === trailer;
}

async function fetchHead({ repository, headSha }: CommitTarget): Promise<void> {
  const exists = await runGit(['cat-file', '-e', `${headSha}^{commit}`], repository).then(
    () => true,
    () => false,
  );
  if (!exists) await runGit(['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', headSha], repository);
}

/**
 * Returns those of the paths whose file is that of the branch and is stored as it is. A checkout of a pull request is merged
 * with its base, earlier steps can change files, and a filter such as that of Git LFS stores other content.
 */
export async function findCommittable(target: CommitTarget, paths: readonly string[]): Promise<Set<string>> {
  const { repository, headSha } = target;
  await fetchHead(target);
  const [ofBranch, ofCheckout] = [await entriesIn(repository, headSha), await entriesIn(repository, 'HEAD')];
  const attributes = await runGit(['check-attr', '-z', '--stdin', 'filter'], repository, {
    input: paths.map((path) => `${path}\0`).join(''),
  });
  const changed = await runGit(['diff', '--name-only', '--no-renames', '-z', 'HEAD', '--'], repository);
  const excluded = new Set<string | undefined>(entriesOf(changed));
  const fields = attributes.split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] !== 'unspecified') excluded.add(fields[at]);
  }
  return new Set(
    paths.filter((path) => {
      const [one, other] = [ofBranch.get(path), ofCheckout.get(path)];
      return one !== undefined && one.hash === other?.hash && !excluded.has(path);
    }),
  );
}

/** Returns the files of a commit by path. */
async function entriesIn(repository: string, commit: string) {
  const listing = await runGit(['ls-tree', '-r', '-z', '--full-tree', commit], repository);
  return new Map(
    entriesOf(listing).map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , hash = ''] = entry.slice(0, tab).split(' ');
      return [entry.slice(tab + 1), { mode, hash }] as const;
    }),
  );
}

/**
 * Commits files of the work tree on top of the branch and pushes the commit. Neither the branch nor the index of the checkout
 * changes. Returns the hash of the commit.
 * @throws GitError if the branch has moved, or the push is rejected
 */
export async function commitFixes(
  target: CommitTarget,
  paths: readonly string[],
  message: string,
): Promise<string> {
  const { repository, headSha, branch, runnerTemp } = target;
  const index = join(runnerTemp, `gossamer-index-${randomBytes(6).toString('hex')}`);
  const git = (args: string[], input?: string) =>
    runGit(args, repository, {
      env: { GIT_INDEX_FILE: index, ...commitEnv },
      ...(input !== undefined && { input }),
    });
  try {
    await git(['check-ref-format', `refs/heads/${branch}`]);
    await git(['read-tree', headSha]);
    const entries = await entriesIn(repository, headSha);
    for (let at = 0; at < paths.length; at += pathsPerCall) {
      const some = paths.slice(at, at + pathsPerCall);
      const hashes = (await git(['hash-object', '-w', '--no-filters', '--', ...some])).trimEnd().split('\n');
      const lines = some.map((path, nth) => `${entries.get(path)?.mode} ${hashes[nth]}\t${path}\0`);
      await git(['update-index', '-z', '--index-info'], lines.join(''));
    }
    const tree = (await git(['write-tree'])).trim();
    const commit = await git(['commit-tree', tree, '-p', headSha], `${message}\n\n${trailer}\n`);
    await git([...withoutHooks, 'push', '--quiet', 'origin', `${commit.trim()}:refs/heads/${branch}`]);
    return commit.trim();
  } finally {
    await rm(index, { force: true });
  }
}

/** Returns why a push failed and what to do. */
export function explainPush(error: GitError): string {
  if (/non-fast-forward|fetch first|\[rejected\]/.test(error.message)) {
    return 'The compressed images were not pushed, because the branch has newer commits. The run of the newest commit pushes them.';
  }
  const hint =
    'Commit mode needs the permission contents: write, and credentials that actions/checkout keeps.';
  return `The compressed images could not be pushed. ${hint}`;
}
