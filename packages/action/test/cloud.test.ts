import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type GithubServer, startGithubServer } from './github-server.ts';
import { headOf, openPullRequest, type PullRequestRepository, removePullRequest } from './pull-request.ts';
import { runAction } from './run-action.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.action;

let pull: PullRequestRepository;
let github: GithubServer;

beforeAll(async () => {
  github = await startGithubServer();
  pull = await openPullRequest({ 'a.jpg': await photo({ widthPx: 200, heightPx: 150, seed: 701 }) });
  github.files = [{ filename: 'a.jpg', status: 'added' }];
});
afterAll(async () => {
  await github.close();
  await removePullRequest(pull);
});

const run = (inputs: Record<string, string> = {}) =>
  runAction(pull, github, { inputs: { 'api-key': apiKey, 'base-url': baseUrl, ...inputs } });

async function countedSoFar(): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const usage = await (await fetch(`${baseUrl}/api/v1/usage`, { headers })).json();
  return (usage as { month: { compressions: number } }).month.compressions;
}

it('reports estimates of the service without counting them, and never prints the key', async () => {
  const { code, stdout, stderr, report, outputs, summary } = await run();
  expect([code, stderr, outputs.status]).toEqual([1, '', 'over-budget']);
  expect(report).toMatch(/About [\d.]+ KB can be saved\.\n\nEstimates come from the server\./);
  expect(await countedSoFar()).toBe(0);
  expect(stdout.replace(`::add-mask::${apiKey}\n`, '')).not.toContain(apiKey);
  expect([report, summary, github.comments[0]?.body].join()).not.toContain(apiKey);
  expect(stdout.split('\n')[0]).toBe(`::add-mask::${apiKey}`);
});

it('compresses and commits images with the service in commit mode, and then nothing', async () => {
  const { code, outputs } = await run({ mode: 'commit' });
  expect([code, outputs.fixed, outputs.commit]).toEqual([0, '1', headOf(pull.origin, 'feature/images')]);
  expect(await countedSoFar()).toBe(1);
  expect((await run({ mode: 'commit' })).outputs).toMatchObject({ status: 'within-budget', fixed: '0' });
  expect(await countedSoFar()).toBe(1);
});

it('fails if the key is invalid, although budgets do not fail', async () => {
  const { code, stdout, outputs } = await run({
    'api-key': `gsm_${'0'.repeat(40)}`,
    'fail-on-budget': 'false',
  });
  expect([code, outputs]).toEqual([1, {}]);
  expect(stdout).toMatch(/^::error::The check could not run: .*key/m);
});
