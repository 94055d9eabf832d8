import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { formatBytes } from '@gossamer/contracts/english-figures';
import { checkImages } from 'gossamer/cli/check/check-images';
import { textReport } from 'gossamer/cli/check/check-report';
import type { Checked } from 'gossamer/cli/check/checked';
import { type CheckTotals, counted, totalsOf } from 'gossamer/cli/check/describe';
import { limitsBy } from 'gossamer/cli/check/find-limits';
import { loadConfig } from 'gossamer/cli/check/load-config';
import { headingOf, markdownReport } from 'gossamer/cli/check/markdown-report';
import { GitError } from 'gossamer/cli/check/run-git';
import { UsageError } from 'gossamer/cli/exit-codes';
import { commitFixes, explainPush } from './commit-fixes.ts';
import { findImages, type ImageFolder } from './find-images.ts';
import { connectGithub, type GithubApi, GithubError } from './github-api.ts';
import type { Inputs } from './inputs.ts';
import { openActionCompressor } from './open-action-compressor.ts';
import { type FixPlan, planFixes } from './plan-fixes.ts';
import { postComment } from './post-comment.ts';
import { type ActionEvent, readEvent } from './read-event.ts';
import type { Runner } from './runner.ts';
import { thumbnailUrls } from './thumbnail-url.ts';

/** Maximum length of the report in characters. GitHub accepts comments of 65,536, including the marker. */
const maxReportLength = 64_000;

type Env = Readonly<Record<string, string | undefined>>;

interface Run {
  inputs: Inputs;
  env: Env;
  runner: Runner;
  signal: AbortSignal;
  event: ActionEvent;
  github: GithubApi | undefined;
  /** Absolute path of the repository. */
  repository: string;
  folder: ImageFolder;
  runnerTemp: string;
}

/**
 * Checks images, commits and reports what was found. Returns whether the step succeeds.
 * @throws UsageError, GossamerError or GitError if the check cannot run
 */
export async function runAction(
  inputs: Inputs,
  { env, runner, signal }: { env: Env; runner: Runner; signal: AbortSignal },
): Promise<boolean> {
  const event = await readEvent(env);
  const repository = await realpath(env.GITHUB_WORKSPACE ?? '.');
  const { GITHUB_API_URL: apiUrl = 'https://api.github.com', RUNNER_TEMP: runnerTemp = repository } = env;
  const { token } = inputs;
  const github = token ? connectGithub({ apiUrl, repository: event.repository, token }) : undefined;
  const folder = await openFolder(repository, inputs.workingDirectory);
  const run: Run = { inputs, env, runner, signal, event, github, repository, folder, runnerTemp };
  const { found, totals, plan, notes } = await check(run);
  const commit = await push(run, found, plan);
  const report = toReport(found, totals, {
    notes: [...notes, ...plan.notes, ...commit.notes],
    thumbnailUrl: thumbnailUrls(
      {
        serverUrl: env.GITHUB_SERVER_URL ?? 'https://github.com',
        before: event.head,
        after: commit.sha ? { repository: event.repository, sha: commit.sha } : undefined,
      },
      folder,
    ),
  });
  await publish(run, report, { totals, commitSha: commit.sha });
  return succeeds(totals, inputs);
}

/** An incomplete check fails, whatever the input fail-on-budget says. */
const succeeds = ({ failed, overBudget }: CheckTotals, { failOnBudget }: Inputs) =>
  failed === 0 && (overBudget === 0 || !failOnBudget);

/** @throws UsageError if the folder is outside of the repository or does not exist */
async function openFolder(repository: string, workingDirectory: string): Promise<ImageFolder> {
  const root = await realpath(resolve(repository, workingDirectory)).catch(() => undefined);
  if (root === undefined) throw new UsageError('the input working-directory names no folder.');
  const prefix = relative(repository, root).split(sep).join('/');
  if (prefix === '..' || prefix.startsWith('../')) {
    throw new UsageError('the input working-directory must be a folder in the repository.');
  }
  return { root, prefix };
}

interface Outcome {
  found: Checked[];
  totals: CheckTotals;
  plan: FixPlan;
  notes: string[];
}

async function check(run: Run): Promise<Outcome> {
  const { inputs, event, github, folder, runner, repository, runnerTemp, signal } = run;
  const { root } = folder;
  const config = await loadConfig({ folder: root, file: inputs.config, allowsPrograms: event.isTrusted });
  const { paths, notes } = await findImages(folder, inputs, { event, github, ignore: config.ignore });
  const plan = await planFixes(paths, inputs, { event, folder, repository, runnerTemp });
  const startedAt = performance.now();
  const compressor =
    paths.length === 0 ? undefined : await openActionCompressor(inputs, event, { runnerTemp, signal });
  if (paths.length > 0 && !compressor) notes.push(noSecretsNote);
  try {
    const { mayFix } = plan;
    const limitsOf = limitsBy(config);
    const found = await checkImages(paths, { root, config, limitsOf, compressor, mayFix, signal });
    signal.throwIfAborted();
    const totals = totalsOf(found, config);
    const durationMs = performance.now() - startedAt;
    runner.print(textReport(found, { totals, durationMs, isInterrupted: false }).join('\n'));
    return { found, totals, plan, notes };
  } finally {
    compressor?.close();
  }
}

const noSecretsNote =
  'Only sizes and formats were checked, because this pull request has no access to the API key. The input `local` needs no key.';

/** Commits and pushes the fixed images. Returns the hash of the commit, if there is one, and what went wrong. */
async function push(
  { folder: { prefix } }: Run,
  found: readonly Checked[],
  { target }: FixPlan,
): Promise<{ sha?: string; notes: string[] }> {
  const fixed = found.filter(({ status }) => status === 'fixed');
  if (!target || fixed.length === 0) return { notes: [] };
  const paths = fixed.map(({ path }) => (prefix === '' ? path : `${prefix}/${path}`));
  const { savedBytes } = totalsOf(found, { failOnSavings: true });
  const message = `chore: compress ${counted(fixed.length, 'image')}\n\nSaves ${formatBytes(savedBytes)}.`;
  try {
    return { sha: await commitFixes(target, paths, message), notes: [] };
  } catch (error) {
    if (error instanceof GitError) return { notes: [explainPush(error)] };
    throw error;
  }
}

function toReport(
  found: readonly Checked[],
  totals: CheckTotals,
  options: Pick<Parameters<typeof markdownReport>[1], 'notes' | 'thumbnailUrl'>,
): string {
  const heading = `### Images: ${headingOf(totals)}\n\n`;
  return heading + markdownReport(found, { ...options, totals, maxLength: maxReportLength - heading.length });
}

async function publish(
  { inputs, event, github, runner, runnerTemp }: Run,
  report: string,
  { totals, commitSha }: { totals: CheckTotals; commitSha: string | undefined },
): Promise<void> {
  const { failed, overBudget, fixed, savableBytes } = totals;
  // A job can run the action several times, and the output of each stays readable.
  const reportPath = join(await mkdtemp(join(runnerTemp, 'gossamer-report-')), 'report.md');
  await writeFile(reportPath, report);
  await runner.summarize(report);
  await runner.setOutputs({
    status: failed > 0 ? 'incomplete' : overBudget > 0 ? 'over-budget' : 'within-budget',
    images: totals.images,
    'over-budget': overBudget,
    fixed,
    failed,
    'savable-bytes': savableBytes,
    'saved-bytes': totals.savedBytes,
    commit: commitSha ?? '',
    report: reportPath,
  });
  if (!succeeds(totals, inputs)) runner.error(headingOf(totals));
  if (!inputs.comment || !event.pull || !github) return;
  const target = { pullNumber: event.pull.number, workingDirectory: inputs.workingDirectory };
  try {
    await postComment(github, target, {
      report,
      hasFindings: failed + overBudget + fixed + savableBytes > 0,
    });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    runner.notice(
      `The report is only in the summary of the job, because the comment failed. ${error.message}`,
    );
  }
}
