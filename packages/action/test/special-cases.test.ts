import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageCuts } from '@gossamer/testkit/image-cuts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GithubServer, startGithubServer } from './github-server.ts';
import {
  type Content,
  checkOut,
  contentOf,
  git,
  headOf,
  openPullRequest,
  type PullRequestRepository,
  pushToBranch,
  removePullRequest,
} from './pull-request.ts';
import { type ActionOptions, type ActionRun, type PullRequestEvent, runAction } from './run-action.ts';

let pull: PullRequestRepository;
let github: GithubServer;
let image: Buffer;
let other: Buffer;

beforeAll(async () => {
  const cuts = Object.values(await imageCuts(2));
  [image = Buffer.alloc(0), other = Buffer.alloc(0)] = cuts;
});
beforeEach(async () => {
  github = await startGithubServer();
});
afterEach(async () => {
  await github.close();
  await removePullRequest(pull);
});

/** Opens a pull request that adds the files. */
async function open(
  files: Record<string, Content>,
  base?: Record<string, Content>,
  later?: Record<string, Content>,
): Promise<void> {
  pull = await openPullRequest(files, base, later);
  github.files = Object.keys(files).map((filename) => ({ filename, status: 'added' }));
}

const run = (
  inputs: Record<string, string> = {},
  options: Omit<ActionOptions, 'inputs'> = {},
): Promise<ActionRun> => runAction(pull, github, { inputs: { local: 'true', ...inputs }, ...options });
const branchHead = () => headOf(pull.origin, 'feature/images');
const fromFork = ({ pull_request: { head } }: PullRequestEvent) => {
  head.repo = { full_name: 'somebody/site', fork: true };
};
const withManyFiles = ({ pull_request: pullRequest }: PullRequestEvent) => {
  pullRequest.changed_files = 3_001;
};

describe('a pull request from a fork', () => {
  it('is reported in the summary, because its token may not comment, and nothing is committed', async () => {
    await open({ 'a.jpg': image });
    github.isReadOnly = true;
    const { code, stdout, outputs, summary } = await run({ mode: 'commit' }, { edit: fromFork });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ status: 'over-budget', 'over-budget': '1', fixed: '0', commit: '' });
    expect(stdout).toMatch(
      /^::notice::The report is only in the summary of the job, .*HTTP 403: Resource not/m,
    );
    expect(summary).toContain('Nothing was committed, because the pull request comes from a fork.');
    expect(summary).toContain(`https://github.com/somebody/site/blob/${pull.headSha}/a.jpg?raw=true`);
    expect(branchHead()).toBe(pull.headSha);
    expect((await contentOf(pull.workspace)).get('a.jpg')).toEqual(image);
  });

  it('is checked for limits if the API key is not available', async () => {
    const budgets = [{ files: '*', maxWidthPx: 100 }];
    await open({ 'a.jpg': image }, { 'gossamer.config.json': JSON.stringify({ budgets }) });
    const inputs = { local: 'false', 'base-url': 'http://localhost:9' };
    const { code, outputs, summary } = await run(inputs, { edit: fromFork });
    expect([code, outputs.status]).toEqual([1, 'over-budget']);
    expect(summary).toContain('Only sizes and formats were checked, because this pull request has no access');
    expect(summary).toContain('160 pixels wide, at most 100');
    const own = await run(inputs);
    expect([own.code, own.outputs]).toEqual([1, {}]);
    expect(own.stdout).toContain('::error::The check could not run: set the input api-key, or local to run');
  });
});

describe('the comment', () => {
  it('replaces duplicates of earlier runs, but not comments of others or of other folders', async () => {
    await open({ 'a.jpg': image });
    const bot = { login: 'github-actions[bot]', type: 'Bot' };
    const marker = '<!-- gossamer-check:. -->';
    github.comments.push(
      ...Array.from({ length: 100 }, (_, id) => ({ id, body: 'LGTM', user: { login: 'ada', type: 'User' } })),
      { id: 201, body: `${marker}\nfake`, user: { login: 'mallory', type: 'User' } },
      { id: 202, body: `${marker}\nold`, user: bot },
      { id: 203, body: `${marker}\nold`, user: bot },
      { id: 204, body: '<!-- gossamer-check:docs -->\nold', user: bot },
      { id: 205, body: `Quoted: ${marker}`, user: bot },
    );
    await run();
    const later = github.comments.slice(100).map(({ id, body }) => [id, body.split('\n')[1]]);
    const heading = '### Images: 1 of 1 image is over the budget';
    expect(later).toEqual([
      [201, 'fake'],
      [202, heading],
      [204, 'old'],
      [205, undefined],
    ]);
  });

  it('stays below the length that GitHub accepts', async () => {
    const names = Array.from(
      { length: 700 },
      (_, at) => `images of the harbor/a long name, number ${at}.jpg`,
    );
    const config = { 'gossamer.config.json': '{ "budgets": [{ "files": "*.jpg", "maxWidthPx": 100 }] }' };
    await open(Object.fromEntries(names.map((name) => [name, image])), config);
    const { code, outputs } = await run({ local: 'false' }, { edit: fromFork });
    expect([code, outputs.images]).toEqual([1, '700']);
    const [{ body } = { body: '' }] = github.comments;
    expect(body.length).toBeGreaterThan(60_000);
    const rows = body.split('\n').filter((line) => line.includes('<code>'));
    expect(body).toContain(`${700 - rows.length} more images not shown.`);
  });

  it('is not posted if there is nothing to report or it is not wanted', async () => {
    await open({ 'a.jpg': image }, { 'gossamer.config.json': '{ "minSavedPercent": 100 }' });
    expect(await run()).toMatchObject({ code: 0, outputs: { status: 'within-budget' } });
    await writeFile(join(pull.workspace, 'gossamer.config.json'), '{}');
    expect((await run({ comment: 'false' })).code).toBe(1);
    expect(github.comments).toEqual([]);
    expect(github.requests.map(({ method }) => method)).not.toContain('POST');
  });
});

describe('commit mode', () => {
  const commitMode = { mode: 'commit' };

  it('does not commit on top of its own commit', async () => {
    await open({ 'a.jpg': image });
    await pushToBranch(pull.origin, { 'b.jpg': other }, 'chore: compress 1 image\n\nGossamer-Check: fixed');
    pull = await checkOut(pull.origin);
    const { code, report } = await run(commitMode);
    expect(code).toBe(1);
    expect(report).toContain('because the newest commit is that of an earlier run.');
    expect(branchHead()).toBe(pull.headSha);
  });

  it('reports that the branch has moved, and leaves it', async () => {
    await open({ 'a.jpg': image });
    await pushToBranch(pull.origin, { 'b.txt': 'later' });
    const moved = branchHead();
    const { report, outputs } = await run(commitMode);
    expect(report).toContain('because the branch has newer commits.');
    expect(outputs.commit).toBe('');
    expect(branchHead()).toBe(moved);
  });

  it('commits only files whose content is that of the branch, and none in Git LFS', async () => {
    const attributes = { '.gitattributes': '*.lfs.jpg filter=lfs diff=lfs merge=lfs -text\n' };
    const added = { 'a.jpg': image, 'b.lfs.jpg': image, 'edited.jpg': image, 'c.jpg': other };
    await open(added, { ...attributes, 'old.jpg': image }, { 'old.jpg': other });
    await writeFile(join(pull.workspace, 'edited.jpg'), other);
    const { report, outputs } = await run({ ...commitMode, 'only-changed': 'false' });
    expect(outputs).toMatchObject({ images: '5', fixed: '2', 'over-budget': '3' });
    expect(report).toContain('3 of 5 images are only reported: they are stored in Git LFS, or differ');
    const changed = git(pull.origin, 'diff', '--name-only', pull.headSha, branchHead());
    expect(changed.split('\n')).toEqual(['a.jpg', 'c.jpg']);
  });

  it('runs no hooks of the repository', async () => {
    await open({ 'a.jpg': image });
    const hooks = join(pull.workspace, '.husky');
    await mkdir(hooks);
    for (const name of [
      'pre-commit',
      'commit-msg',
      'pre-push',
      'post-index-change',
      'reference-transaction',
    ]) {
      await writeFile(join(hooks, name), `#!/bin/sh\ntouch "${hooks}/called-$0"\nexit 1\n`);
      await chmod(join(hooks, name), 0o755);
    }
    git(pull.workspace, 'config', 'core.hooksPath', '.husky');
    const { outputs } = await run(commitMode);
    expect(outputs.commit).toBe(branchHead());
    expect([...(await contentOf(hooks)).keys()].filter((name) => name.includes('called'))).toEqual([]);
  });

  it('commits to the branch of a push', async () => {
    await open({ 'a.jpg': image });
    const env = { GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/heads/feature/images' };
    const { code, outputs } = await run(commitMode, { env });
    expect([code, outputs.commit]).toEqual([0, branchHead()]);
    expect(github.requests).toEqual([]);
    const tag = await run(commitMode, { env: { ...env, GITHUB_REF: 'refs/tags/v1' } });
    expect(tag.report).toContain('the event belongs to no branch');
  });
});

describe('the images that are checked', () => {
  it('are not reached through symbolic links, and pointers of Git LFS are skipped', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    await open({ 'link.jpg': { linkTo: '/etc/hostname' }, 'lfs.png': pointer, 'real.jpg': image });
    await writeFile(join(pull.workspace, '../outside.jpg'), image);
    const outside = ['../outside.jpg', 'a/../../outside.jpg', join(pull.workspace, '../outside.jpg')];
    const unreadable = ['real.jpg/below.jpg', `${'long'.repeat(100)}.jpg`];
    github.files?.push(...[...outside, ...unreadable].map((filename) => ({ filename, status: 'added' })));
    const { outputs, report } = await run();
    expect(outputs).toMatchObject({ images: '1', failed: '0' });
    expect(report).toMatch(/<code>lfs&#46;png<\/code> \| skipped: a Git LFS pointer\./);
    expect(report).toMatch(/<code>link&#46;jpg<\/code> \| skipped: a symbolic link\./);
    expect(report).not.toMatch(/outside|hostname/);
  });

  it('are those of the working directory', async () => {
    await open({ 'a.jpg': image, 'docs/b.jpg': image });
    const { outputs, report } = await run({ 'working-directory': 'docs' });
    expect(outputs.images).toBe('1');
    expect(report).toContain('<code>b&#46;jpg</code>');
    expect(report).toContain(`/blob/${pull.headSha}/docs/b.jpg?raw=true`);
    expect(github.comments[0]?.body).toContain('<!-- gossamer-check:docs -->');
    expect((await run()).outputs.images).toBe('2');
    expect(await readFile(outputs.report ?? '', 'utf8')).toBe(report);
    const outside = await run({ 'working-directory': '..' });
    expect(outside.stdout).toContain('working-directory must be a folder in the repository.');
  });

  it('are all images if only changed ones are not wanted or too many files changed', async () => {
    await open({ 'a.jpg': image }, { 'old.jpg': other });
    expect((await run()).outputs.images).toBe('1');
    expect((await run({ 'only-changed': 'false' })).outputs.images).toBe('2');
    const many = await run({}, { edit: withManyFiles });
    expect(many.outputs.images).toBe('2');
    expect(many.report).toContain('because the pull request changes more than 3,000 files.');
  });

  it('come from git if the token may not list the files, and need its history', async () => {
    await open({ 'a.jpg': image }, { 'old.jpg': other });
    github.files = null;
    const shallow = await run();
    expect(shallow.stdout).toMatch(/^::error::The check could not run: .* A shallow clone has to fetch /m);
    git(pull.workspace, 'fetch', '--quiet', '--unshallow', 'origin', 'refs/heads/*:refs/remotes/origin/*');
    expect((await run()).outputs.images).toBe('1');
    const push = { GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/heads/develop' };
    const since = (event: PullRequestEvent) => {
      event.before = pull.baseSha;
    };
    expect((await run({ 'only-changed': 'true' }, { env: push, edit: since })).outputs.images).toBe('1');
  });

  it('are listed although the API fails temporarily', async () => {
    await open({ 'a.jpg': image });
    github.failures = 2;
    expect((await run()).outputs.images).toBe('1');
    expect(github.requests.slice(0, 3).map(({ path }) => path)).toEqual(
      Array(3).fill('/repos/acme/site/pulls/7/files?per_page=100&page=1'),
    );
  });
});

describe('untrusted content', () => {
  it('cannot print commands of the runner', async () => {
    await open({ '::set-output name=status::x.jpg': image, '##[add-mask]a.jpg': 'no image' });
    const { code, stdout } = await run();
    expect(code).toBe(1);
    const [, token = '', inside = ''] = /::stop-commands::(\S+)\n([\s\S]*)\n::\1::\n/.exec(stdout) ?? [];
    expect(token).toMatch(/^[\w-]{36}$/);
    expect(inside).toContain('::set-output name=status::x.jpg: ');
    expect(stdout.replace(inside, '')).not.toMatch(/set-output|add-mask\]/);
  });

  it('is not executed as a configuration in events with access to secrets', async () => {
    await open({ 'a.jpg': image }, { 'gossamer.config.mjs': 'process.exit(70); export default {};' });
    expect((await run()).code).toBe(70);
    const target = await run({}, { env: { GITHUB_EVENT_NAME: 'pull_request_target' } });
    expect([target.code, target.stdout]).toEqual([
      1,
      expect.stringContaining('is not executed. Use gossamer'),
    ]);
  });

  it('cannot replace the engine', async () => {
    await open({ 'a.jpg': image });
    const planted = join(pull.workspace, 'node_modules/gossamer-engine');
    await mkdir(planted, { recursive: true });
    await writeFile(join(planted, 'package.json'), '{ "name": "gossamer-engine", "main": "index.js" }');
    await writeFile(join(planted, 'index.js'), 'process.exit(70);');
    const { code, stdout } = await run({}, { env: { RUNNER_TEMP: join(pull.workspace, '..') } });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('npm install --prefix "$RUNNER_TEMP/gossamer"'),
    ]);
  });
});
