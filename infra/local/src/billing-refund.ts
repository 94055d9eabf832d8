import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readUserEnv } from './environment.ts';
import { operatorEnv } from './operator-env.ts';
import { keptDataDir, workspaceRoot } from './paths.ts';
import { complain } from './print.ts';
import { UserError } from './user-error.ts';

/** `pnpm billing:refund`: billing's own command, with the variables of the product on this machine. */
try {
  run(operatorEnv(keptDataDir, readUserEnv()));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  complain(error.message);
  process.exitCode = error.exitCode;
}

function run(env: NodeJS.ProcessEnv): void {
  const command = join(workspaceRoot, 'services/billing/src/refunds/command.ts');
  const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 1));
}
