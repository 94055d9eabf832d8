import { join } from 'node:path';
import { logTail, rotateLog } from './logs.ts';
import { shortPath, workspaceRoot } from './paths.ts';
import { runCommand } from './processes/run-command.ts';
import { UserError } from './user-error.ts';

/** Builds the web app, or takes turbo's stored result when nothing changed. */
export async function buildWeb(logsDir: string, signal?: AbortSignal): Promise<void> {
  const logPath = rotateLog(logsDir, 'web-build');
  try {
    await runCommand({
      command: join(workspaceRoot, 'node_modules/.bin/turbo'),
      args: ['run', 'build', '--filter=@gossamer/web', '--output-logs=new-only', '--no-update-notifier'],
      cwd: workspaceRoot,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      logPath,
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      `The web app could not be built (${(error as Error).message}). The end of ${shortPath(logPath)}:\n${logTail(logPath, 40)}`,
    );
  }
}
