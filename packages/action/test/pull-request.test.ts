import { imageCuts } from '@gossamer/testkit/image-cuts';
import { decodeInFull } from '@gossamer/testkit/pixels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GithubServer, startGithubServer } from './github-server.ts';
import {
  checkOut,
  contentOf,
  fileIn,
  git,
  headOf,
  openPullRequest,
  type PullRequestRepository,
  pushToBranch,
  removePullRequest,
} from './pull-request.ts';
import { runAction } from './run-action.ts';

/** Names that tools often handle wrongly. */
const strangeNames = [
  'with space',
  'line\nbreak',
  'pipe|name',
  '::error::x',
  '<b>bold<',
  '`code` [x](y)',
  'Größe 図',
  '#1 @ada',
  '-dash',
  'quote\'"',
];
const base = {
  'gossamer.config.json': '{ "compression": { "quality": 70 }, "minSavedBytes": 300 }',
  // An image that the pull request does not change.
  'public/old.txt': 'old',
};

let pull: PullRequestRepository;
let github: GithubServer;
/** The 40 images of the pull request by path. */
let originals: Map<string, Buffer>;

beforeAll(async () => {
  github = await startGithubServer();
  const cuts = Object.entries(await imageCuts(40));
  originals = new Map(
    cuts.map(([name, bytes], at) => [`public/${strangeNames[at] ?? at}.${name.split('.')[1]}`, bytes]),
  );
  const [old] = cuts.map(([, bytes]) => bytes);
  pull = await openPullRequest(Object.fromEntries(originals), { ...base, 'public/old.jpg': old ?? '' });
  github.files = [...originals.keys()].map((filename) => ({ filename, status: 'added' }));
  github.files.push({ filename: 'public/deleted.jpg', status: 'removed' });
});
afterAll(async () => {
  await github.close();
  await removePullRequest(pull);
});

const run = (inputs: Record<string, string>) =>
  runAction(pull, github, { inputs: { local: 'true', ...inputs } });
const writes = () => github.requests.filter(({ method, path }) => method !== 'GET' && path !== '');
const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => line.includes('<code>'));

// Each test continues with the state that the one before it has left.
describe('a pull request with 40 images', () => {
  it('is reported in a comment with thumbnails, and fails', async () => {
    const { code, stdout, stderr, outputs, summary, report } = await run({});
    expect([code, stderr]).toEqual([1, '']);
    const count = Number(outputs['over-budget']);
    expect(count).toBeGreaterThan(25);
    expect(outputs).toMatchObject({
      status: 'over-budget',
      images: '40',
      fixed: '0',
      failed: '0',
      commit: '',
    });
    expect(Number(outputs['savable-bytes'])).toBeGreaterThan(100_000);
    expect(stdout).toMatch(new RegExp(`^::error::${count} of 40 images are over the budget$`, 'm'));
    expect(github.comments).toHaveLength(1);
    const body = github.comments[0]?.body ?? '';
    expect(body).toBe(`<!-- gossamer-check:. -->\n${report}`);
    expect(summary).toBe(report);
    const rows = rowsOf(body);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.match(/\|/g)).toHaveLength(4);
    const url = `https://github.com/acme/site/blob/${pull.headSha}/public/line%0Abreak`;
    expect(body).toMatch(new RegExp(`<img src="${url}\\.\\w+\\?raw=true" width="120" alt="">`));
    expect(body).not.toMatch(/public\/old|deleted|@ada|!\[/);
    expect(headOf(pull.origin, 'feature/images')).toBe(pull.headSha);
  });

  it('succeeds if it is only reported, and updates the comment', async () => {
    const { code, stdout } = await run({ 'fail-on-budget': 'false' });
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('\n::error::')]);
    expect(github.comments).toHaveLength(1);
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  });

  it('gets one commit of the bot with smaller images in commit mode', async () => {
    const { code, stderr, outputs, report } = await run({ mode: 'commit' });
    expect([code, stderr]).toEqual([0, '']);
    const commit = headOf(pull.origin, 'feature/images');
    expect(outputs).toMatchObject({
      status: 'within-budget',
      'over-budget': '0',
      'savable-bytes': '0',
      commit,
    });
    expect(git(pull.origin, 'log', '-1', '--format=%P %an <%ae>', commit)).toBe(
      `${pull.headSha} github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>`,
    );
    const message = git(pull.origin, 'log', '-1', '--format=%B', commit);
    expect(message).toMatch(/^chore: compress \d+ images\n\nSaves [\d.]+ KB\.\n\nGossamer-Check: fixed$/);
    const changed = git(pull.origin, 'diff', '--name-only', '-z', pull.headSha, commit)
      .split('\0')
      .filter(Boolean);
    expect(changed).toHaveLength(Number(outputs.fixed));
    for (const path of changed) {
      const [before, after] = [originals.get(path) ?? Buffer.alloc(0), fileIn(pull.origin, commit, path)];
      expect(after.length, path).toBeLessThan(before.length);
      const { format, widthPx, heightPx } = await decodeInFull(before);
      expect(await decodeInFull(after), path).toMatchObject({ format, widthPx, heightPx });
    }
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain(report);
    for (const sha of [pull.headSha, commit]) {
      expect(report).toContain(`https://github.com/acme/site/blob/${sha}/public/with%20space.jpg?raw=true`);
    }
    expect(git(pull.workspace, 'status', '--porcelain', '--untracked-files=no')).not.toBe('');
    expect(git(pull.workspace, 'diff', '--cached', '--name-only')).toBe('');
  });

  it('needs no second commit: the next run changes nothing and updates the same comment', async () => {
    pull = await checkOut(pull.origin);
    const [before, earlier] = [await contentOf(pull.workspace), github.comments[0]?.id];
    const { code, outputs } = await run({ mode: 'commit' });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ status: 'within-budget', images: '40', fixed: '0', commit: '' });
    expect(headOf(pull.origin, 'feature/images')).toBe(pull.headSha);
    expect(await contentOf(pull.workspace)).toEqual(before);
    expect(github.comments.map(({ id }) => id)).toEqual([earlier]);
    expect(github.comments[0]?.body).toContain('### Images: All images are within the budget');
  });

  it('is checked again after a commit on top of the action’s own', async () => {
    const [, image = Buffer.alloc(0)] = [...originals][0] ?? [];
    await pushToBranch(pull.origin, { 'public/new.jpg': image });
    github.files?.push({ filename: 'public/new.jpg', status: 'added' });
    pull = await checkOut(pull.origin);
    const { code, outputs } = await run({ mode: 'commit' });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({
      images: '41',
      fixed: '1',
      commit: headOf(pull.origin, 'feature/images'),
    });
  });
});
