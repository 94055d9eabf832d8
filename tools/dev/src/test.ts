import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complain, say, seconds } from './print.ts';
import type { Stack } from './servers/stack.ts';
import { chooseTestServers, startTestServers } from './servers/test-servers.ts';
import { listenForStop } from './stop-request.ts';
import type { Counts } from './test-run/results.ts';
import { partNames, stepsOf, type TestStep } from './test-run/steps.ts';
import { UserError } from './user-error.ts';

interface Outcome extends Counts {
  name: string;
  durationMs: number;
}

const usageExitCode = 2;
const interruptedExitCode = 130;

/** Entry point of `npm test`: runs all test parts or the named parts. Continues after failures. */
async function main(): Promise<number> {
  const names = process.argv.slice(2);
  const steps = stepsOf(names);
  if (steps === undefined) {
    complain(`Usage: npm test -- [part…], where part is one of: ${partNames.join(', ')}`);
    return names.includes('--help') ? 0 : usageExitCode;
  }
  const { signal } = listenForStop();
  const outcomes: Outcome[] = [];
  try {
    await runAll(steps, outcomes, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    outcomes.push({ name: 'stopped before the end', passed: 0, failed: 1, durationMs: 0 });
  }
  const failed = summarize(outcomes);
  if (signal.aborted) return interruptedExitCode;
  return failed === 0 ? 0 : 1;
}

/**
 * Runs the steps one after another and appends each outcome to `outcomes`, so that an interrupted run can report the
 * completed steps.
 */
async function runAll(steps: TestStep[], outcomes: Outcome[], signal: AbortSignal): Promise<void> {
  const scratchDir = mkdtempSync(join(tmpdir(), 'gossamer-reports-'));
  let stack: Stack | undefined;
  try {
    if (steps.some((step) => step.needsServers)) {
      const options = { needsS3: true, log: complain, signal };
      const source = await chooseTestServers(options);
      say(source.text);
      stack = await startTestServers(source, options);
      say(stack.describe);
    }
    for (const step of steps) {
      const env = step.needsServers ? { ...process.env, ...stack?.env } : { ...process.env };
      outcomes.push(await runStep(step, env, scratchDir, signal));
    }
  } finally {
    await stack?.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

async function runStep(
  step: TestStep,
  env: NodeJS.ProcessEnv,
  scratchDir: string,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted();
  say(`\n── ${step.name}`);
  const startedAt = performance.now();
  const counts = await step.run({ env, scratchDir, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    complain(error instanceof UserError ? error.message : ((error as Error).stack ?? String(error)));
    return { passed: 0, failed: 1 };
  });
  const durationMs = performance.now() - startedAt;
  say(`── ${step.name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds(durationMs)}`);
  return { name: step.name, durationMs, ...counts };
}

/** Prints a table of the outcomes, with the totals on the last line. Returns the number of failed tests. */
function summarize(outcomes: Outcome[]): number {
  say('');
  for (const { name, passed, failed, durationMs } of outcomes) {
    const verdict = failed === 0 ? 'passed' : 'FAILED';
    const columns = [name.padEnd(26), verdict.padEnd(8), `${passed} passed, ${failed} failed`.padEnd(26)];
    say(`  ${columns.join('')}${seconds(durationMs).padStart(8)}`);
  }
  for (const { repeats = [] } of outcomes) {
    for (const repeat of repeats) say(`  passed only when repeated: ${repeat}`);
  }
  for (const failure of outcomes.flatMap(({ failures = [] }) => failures)) say(`  FAILED: ${failure}`);
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}

process.exitCode = await main().catch((error: unknown) => {
  complain(error instanceof UserError ? error.message : ((error as Error).stack ?? String(error)));
  say('0 passed, 1 failed');
  return error instanceof UserError ? error.exitCode : 1;
});
// Exit explicitly, because the output stream of an exited child process might keep this process alive.
process.exit();
