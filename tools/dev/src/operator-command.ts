import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readUserEnv } from './environment.ts';
import { type OperatedService, operatorEnv } from './operator-env.ts';
import { keptDataDir, workspaceRoot } from './paths.ts';
import { complain } from './print.ts';
import { UserError } from './user-error.ts';

/**
 * Runs a service's operator command with the environment of the local product. `command` is the path of the command's
 * module, relative to the service.
 */
export function runOperatorCommand(service: OperatedService, command: string): void {
  try {
    const env = operatorEnv(keptDataDir, service, readUserEnv());
    const path = join(workspaceRoot, 'services', service, command);
    const child = spawn(process.execPath, [path, ...process.argv.slice(2)], { env, stdio: 'inherit' });
    child.once('exit', (code) => process.exit(code ?? 1));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    complain(error.message);
    process.exitCode = error.exitCode;
  }
}
