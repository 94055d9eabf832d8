import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { parse } from 'yaml';
import type { GithubServer } from './github-server.ts';
import type { PullRequestRepository } from './pull-request.ts';

export interface ActionRun {
  code: number | null;
  stdout: string;
  stderr: string;
  outputs: Record<string, string>;
  summary: string;
  /** The report in the file that the output `report` names. */
  report: string;
}

export interface ActionOptions {
  inputs?: Record<string, string>;
  /** Variables that replace those of the runner. */
  env?: Record<string, string>;
  /** Changes the recorded event. */
  edit?: (event: PullRequestEvent) => void;
}

interface Side {
  sha: string;
  repo: { full_name: string; fork: boolean } | null;
}

export interface PullRequestEvent {
  pull_request: { head: Side; base: Side; changed_files: number };
  before: string;
  after: string;
}

interface ActionFile {
  inputs: Record<string, { default?: string }>;
  runs: { using: string; main: string };
}

const token = 'ghs_token-of-the-workflow';

/** Runs the action's entry point with a recorded event, as the runner would. */
export async function runAction(
  { workspace, baseSha, headSha }: PullRequestRepository,
  github: GithubServer,
  { inputs = {}, env = {}, edit }: ActionOptions = {},
): Promise<ActionRun> {
  const files = await mkdtemp(join(tmpdir(), 'gossamer-runner-'));
  const file = (name: string) => join(files, name);
  const recorded = await readFile(join(import.meta.dirname, 'events/pull-request.json'), 'utf8');
  const event = JSON.parse(recorded) as PullRequestEvent;
  event.pull_request.head.sha = headSha;
  event.pull_request.base.sha = baseSha;
  edit?.(event);
  await writeFile(file('event.json'), JSON.stringify(event));
  for (const name of ['output', 'summary']) await writeFile(file(name), '');
  const run = await start({
    ...(await inputVariables(inputs)),
    PATH: process.env.PATH ?? '',
    HOME: files,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'ada',
    GITHUB_API_URL: github.url,
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REPOSITORY: 'acme/site',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: headSha,
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: inject('runnerTemp'),
    ...env,
  });
  const outputs = parseOutputs(await readFile(file('output'), 'utf8'));
  const summary = await readFile(file('summary'), 'utf8');
  await rm(files, { recursive: true });
  return { ...run, outputs, summary, report: outputs.report ? await readFile(outputs.report, 'utf8') : '' };
}

/** Returns the variables of all inputs, with the defaults of action.yml. */
async function inputVariables(given: Record<string, string>): Promise<Record<string, string>> {
  const { inputs } = parse(await readFile(join(inject('actionFolder'), 'action.yml'), 'utf8')) as ActionFile;
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { default: value = '' }]) => {
      const defaultValue = value.includes('github.token') ? token : value;
      return [`INPUT_${name.toUpperCase()}`, given[name] ?? defaultValue];
    }),
  );
}

async function start(env: Record<string, string>): Promise<Pick<ActionRun, 'code' | 'stdout' | 'stderr'>> {
  const folder = inject('actionFolder');
  const { runs } = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as ActionFile;
  if (runs.using !== `node${process.versions.node.split('.')[0]}`)
    throw new Error(`wrong Node.js: ${runs.using}`);
  // The runner starts actions in the repository.
  const child = spawn(process.execPath, [join(folder, runs.main)], {
    cwd: env.GITHUB_WORKSPACE ?? '.',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Parses the file of the outputs: `name<<delimiter`, the value and the delimiter. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = '', , value = ''] of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm))
    outputs[name] = value;
  return outputs;
}
