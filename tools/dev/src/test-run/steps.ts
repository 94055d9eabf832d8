import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildPackages, programPackages } from '../build.ts';
import { keptDataDir, workspaceRoot } from '../paths.ts';
import { say } from '../print.ts';
import { CommandError, runCommand } from '../processes/run-command.ts';
import { runBrowserTests } from './e2e.ts';
import { type Counts, vitestCounts } from './results.ts';

export interface StepContext {
  /** The user's environment. Includes the URLs of the test servers if the step needs servers. */
  env: NodeJS.ProcessEnv;
  /** Temporary folder for reports. It is deleted after the test run. */
  scratchDir: string;
  signal: AbortSignal;
}

export interface TestStep {
  name: string;
  /** Whether the step needs Postgres, Redis and an S3 server. */
  needsServers: boolean;
  run(context: StepContext): Promise<Counts>;
}

const lint = yesOrNo('format and lint', tool('biome'), ['check', '--error-on-warnings', '.']);
const types = yesOrNo('types', tool('tsc'), ['-b']);
/** Fault injection tests under load. The short form omits tests with long outages. */
const chaos = yesOrNo('chaos, short form', process.execPath, [
  join(workspaceRoot, 'tools/chaos/src/run.ts'),
  '--short',
]);
const browser: TestStep = {
  name: 'browser tests',
  needsServers: false,
  run: ({ env, signal }) => runBrowserTests(env, signal),
};
/** Vitest projects that need servers. Storage tests run twice: with a directory and with an S3 server. */
const serverParts = {
  'service-kit': ['service-kit'],
  gateway: ['gateway', 'gateway-s3'],
  affiliate: ['affiliate'],
  billing: ['billing'],
  'compressor-worker': ['compressor-worker', 'compressor-worker-s3'],
  client: ['client'],
  action: ['action'],
};
const otherParts = [
  'testkit',
  'contracts',
  'ssimulacra2',
  'engine',
  'local-engine',
  'fake-stripe',
  'dev',
  'bench',
  'docs-site',
  'web',
];

const everyUnit = vitest('unit and service tests', [], true);

/** Test steps by part name. `npm test -- <part>` selects a part. */
const parts = new Map<string, TestStep>([
  ['lint', lint],
  ['types', types],
  ...Object.entries(serverParts).map(([part, projects]): [string, TestStep] => [
    part,
    vitest(`tests of ${part}`, projects, true),
  ]),
  ...otherParts.map((part): [string, TestStep] => [part, vitest(`tests of ${part}`, [part], false)]),
  ['e2e', browser],
  ['chaos', chaos],
]);

export const partNames = [...parts.keys()];

/** Returns the steps of the named parts, or all steps if no part is named. Returns undefined if a name is unknown. */
export function stepsOf(names: string[]): TestStep[] | undefined {
  if (names.length === 0) return [lint, types, everyUnit, chaos, browser];
  const steps = names.flatMap((name) => parts.get(name) ?? []);
  return steps.length === names.length ? steps : undefined;
}

function tool(program: string): string {
  return join(workspaceRoot, 'node_modules/.bin', program);
}

/** Returns a step that runs a command and counts as a single test. */
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

/** Returns a step that runs the tests of the given Vitest projects, or of all projects if the list is empty. */
function vitest(name: string, projects: string[], needsServers: boolean): TestStep {
  return {
    name,
    needsServers,
    run: async ({ env, scratchDir, signal }) => {
      await buildPackages(programPackages, join(keptDataDir, 'logs'), signal);
      const reportPath = join(scratchDir, `${name.replaceAll(' ', '-')}.json`);
      const isFine = await succeeds(
        runCommand({
          command: tool('vitest'),
          args: [
            'run',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${reportPath}`,
            // Use one more worker than there are CPU cores, because most tests wait for servers.
            `--maxWorkers=${availableParallelism() + 1}`,
            ...projects.flatMap((project) => ['--project', project]),
          ],
          cwd: workspaceRoot,
          env,
          isShown: true,
          signal,
        }),
      );
      const counts = vitestCounts(reportPath);
      // Count one failure if Vitest fails without reporting a failed test, for example because of an unhandled error.
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
