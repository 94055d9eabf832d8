import { join } from 'node:path';
import { workspaceRoot } from '../paths.ts';
import { say } from '../print.ts';
import { CommandError, runCommand } from '../processes/run-command.ts';
import { runBrowserTests } from './e2e.ts';
import { type Counts, vitestCounts } from './results.ts';

export interface StepContext {
  /** The user's, and with the servers' addresses where the step needs them. */
  env: NodeJS.ProcessEnv;
  /** For reports; goes away with the run. */
  scratchDir: string;
  signal: AbortSignal;
}

export interface TestStep {
  name: string;
  needsServers: boolean;
  /** Also an S3 server; only the tests of the storage talk to it. */
  needsS3?: boolean;
  run(context: StepContext): Promise<Counts>;
}

const lint = yesOrNo('format and lint', tool('biome'), ['check', '--error-on-warnings', '.']);
const types = yesOrNo('types', tool('tsc'), ['-b']);
/** The product broken under load, without the long outages. */
const chaos = yesOrNo('chaos, short form', process.execPath, [
  join(workspaceRoot, 'infra/chaos/src/run.ts'),
  '--short',
]);
const browser: TestStep = {
  name: 'browser tests',
  needsServers: false,
  run: ({ env, signal }) => runBrowserTests(env, signal),
};
const serverParts = ['service-kit', 'testkit', 'gateway', 'compressor-worker'];
const otherParts = ['contracts', 'local', 'web'];

/** What `npm test -- <part>` runs. */
const parts = new Map<string, TestStep>([
  ['lint', lint],
  ['types', types],
  ...serverParts.map((part): [string, TestStep] => [part, vitest(part, true)]),
  ...otherParts.map((part): [string, TestStep] => [part, vitest(part, false)]),
  ['e2e', browser],
  ['chaos', chaos],
]);

export const partNames = [...parts.keys()];

/** The steps of the named parts, or all; undefined when a name is unknown. */
export function stepsOf(names: string[]): TestStep[] | undefined {
  if (names.length === 0) return [lint, types, vitest(undefined, true), chaos, browser];
  const steps = names.flatMap((name) => parts.get(name) ?? []);
  return steps.length === names.length ? steps : undefined;
}

function tool(program: string): string {
  return join(workspaceRoot, 'node_modules/.bin', program);
}

/** A command that only says yes or no. */
function yesOrNo(name: string, command: string, args: string[]): TestStep {
  return {
    name,
    needsServers: false,
    run: async ({ env, signal }) => {
      const isFine = await succeeds(
        runCommand({ command, args, cwd: workspaceRoot, env, isShown: true, signal }),
      );
      return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
    },
  };
}

/** All unit and service tests, or one part's. */
function vitest(part: string | undefined, needsServers: boolean): TestStep {
  return {
    name: part === undefined ? 'unit and service tests' : `tests of ${part}`,
    needsServers,
    needsS3: part === undefined || part === 'service-kit',
    run: async ({ env, scratchDir, signal }) => {
      const reportPath = join(scratchDir, `${part ?? 'all'}.json`);
      const isFine = await succeeds(
        runCommand({
          command: tool('vitest'),
          args: [
            'run',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${reportPath}`,
            ...(part === undefined ? [] : ['--project', part]),
          ],
          cwd: workspaceRoot,
          env,
          isShown: true,
          signal,
        }),
      );
      const counts = vitestCounts(reportPath);
      // It can fail without a failed test: a file that does not load, an unhandled error.
      return !isFine && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
    },
  };
}

async function succeeds(command: Promise<string>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    say(error.message);
    return false;
  }
}
