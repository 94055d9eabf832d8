import { join } from 'node:path';
import { logTail, rotateLog } from './logs.ts';
import { shortPath, workspaceRoot } from './paths.ts';
import { runCommand } from './processes/run-command.ts';
import { UserError } from './user-error.ts';

/** Packages that compile to WebAssembly. Their build output is required at run time and is not committed to git. */
export const programPackages = ['@gossamer/ssimulacra2'];

/**
 * Builds packages. Unchanged packages are restored from turbo's cache.
 * @throws UserError with the end of the build log if a build fails
 */
export async function buildPackages(
  packages: string[],
  logsDir: string,
  signal?: AbortSignal,
): Promise<void> {
  const logPath = rotateLog(logsDir, `build-${packages.map((name) => name.replace(/.*\//, '')).join('-')}`);
  try {
    await runCommand({
      command: join(workspaceRoot, 'node_modules/.bin/turbo'),
      args: [
        'run',
        'build',
        ...packages.map((name) => `--filter=${name}`),
        '--output-logs=new-only',
        '--no-update-notifier',
      ],
      cwd: workspaceRoot,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      logPath,
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      `Failed to build ${packages.join(', ')} (${(error as Error).message}). The end of ${shortPath(logPath)}:\n${logTail(logPath, 40)}`,
    );
  }
}
