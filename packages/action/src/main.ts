import { GitError } from 'gossamer/cli/check/run-git';
import { UsageError } from 'gossamer/cli/exit-codes';
import { watchInterrupts } from 'gossamer/cli/interrupt';
import { GossamerError } from 'gossamer/errors';
import { readInputs } from './inputs.ts';
import { runAction } from './run-action.ts';
import { connectRunner } from './runner.ts';

const { env } = process;
const runner = connectRunner(env, (line) => void process.stdout.write(`${line}\n`));
const signal = watchInterrupts();

// In containers, the repository belongs to another user than that of the action, and git refuses to read it.
const settings = Number(env.GIT_CONFIG_COUNT ?? 0);
Object.assign(env, {
  GIT_CONFIG_COUNT: String(settings + 1),
  [`GIT_CONFIG_KEY_${settings}`]: 'safe.directory',
  [`GIT_CONFIG_VALUE_${settings}`]: env.GITHUB_WORKSPACE ?? '',
});

try {
  const inputs = readInputs(env);
  for (const secret of [inputs.apiKey, inputs.token]) if (secret) runner.mask(secret);
  process.exitCode = (await runAction(inputs, { env, runner, signal })) ? 0 : 1;
} catch (error) {
  const isExpected =
    error instanceof UsageError || error instanceof GossamerError || error instanceof GitError;
  if (!isExpected && !signal.aborted) throw error;
  runner.error(`The check could not run: ${signal.aborted ? 'interrupted' : (error as Error).message}`);
  process.exitCode = 1;
}
