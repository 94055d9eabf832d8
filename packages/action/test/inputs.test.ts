import { imageCuts } from '@gossamer/testkit/image-cuts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GithubServer, startGithubServer } from './github-server.ts';
import { openPullRequest, type PullRequestRepository, removePullRequest } from './pull-request.ts';
import { runAction } from './run-action.ts';

let pull: PullRequestRepository;
let github: GithubServer;

beforeAll(async () => {
  github = await startGithubServer();
  pull = await openPullRequest(await imageCuts(1));
});
afterAll(async () => {
  await github.close();
  await removePullRequest(pull);
});

it.each([
  [{ mode: 'fix' }, 'the input mode must be report or commit.'],
  [{ comment: 'yes' }, 'the input comment must be true or false.'],
  [{ 'api-key': 'gsm_secret' }, 'the inputs api-key and local cannot be used together.'],
  [{ 'working-directory': 'gone' }, 'the input working-directory names no folder.'],
  [{ 'working-directory': '..' }, 'the input working-directory must be a folder in the repository.'],
  [{ config: 'gone.json' }, 'failed to read gone.json (ENOENT).'],
])('an invalid input is rejected with a clear error: %j', async (inputs, message) => {
  const given = { local: 'true', ...inputs } as Record<string, string>;
  const { code, stdout, stderr } = await runAction(pull, github, { inputs: given });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain(`::error::The check could not run: ${message}`);
});

it('an event that is no pull request is rejected', async () => {
  const edit = (event: object) => {
    Object.assign(event, { pull_request: { number: 'seven' } });
  };
  const { code, stdout, stderr } = await runAction(pull, github, { inputs: { local: 'true' }, edit });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('::error::The check could not run: the event pull_request is invalid:');
});
