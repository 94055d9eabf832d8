import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a commit that contains only the built action and prints its hash. Workflows run the files of a commit, and the
 * build output is not committed to the branches. Git variables such as GIT_DIR select the repository.
 */
const folder = join(import.meta.dirname, '..');
const files = [
  'action.yml',
  'LICENSE',
  'README.md',
  ...readdirSync(join(folder, 'dist')).map((name) => `dist/${name}`),
];
if (!files.includes('dist/index.js')) throw new Error('dist is missing. Run npm run build first.');

const version = process.env.GITHUB_REF_NAME ?? 'unreleased';
const index = join(tmpdir(), `gossamer-release-${randomBytes(6).toString('hex')}`);
const identity = {
  NAME: 'github-actions[bot]',
  EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
};
const env = {
  ...process.env,
  GIT_INDEX_FILE: index,
  GIT_AUTHOR_NAME: identity.NAME,
  GIT_AUTHOR_EMAIL: identity.EMAIL,
  GIT_COMMITTER_NAME: identity.NAME,
  GIT_COMMITTER_EMAIL: identity.EMAIL,
};
const git = (args: string[], input = '') =>
  execFileSync('git', args, { env, input, encoding: 'utf8' }).trim();

try {
  const lines = files.map((file) => {
    const hash = git(['hash-object', '-w', '--no-filters', '--', join(folder, file)]);
    return `100644 ${hash}\t${file}\0`;
  });
  git(['update-index', '-z', '--index-info'], lines.join(''));
  const commit = git(['commit-tree', git(['write-tree']), '-m', `Action ${version}`]);
  process.stdout.write(`${commit}\n`);
} finally {
  rmSync(index, { force: true });
}
