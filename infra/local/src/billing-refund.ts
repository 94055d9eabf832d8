import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readUserEnv } from './environment.ts';
import { readOperatorEnv } from './operator-env.ts';
import { keptDataDir, workspaceRoot } from './paths.ts';
import { complain } from './print.ts';

/** `pnpm billing:refund`: with the variables of the environment where it names a database, else with those of the product on this machine. */
const userEnv = readUserEnv();
const env = userEnv.DATABASE_URL ? userEnv : readOperatorEnv(keptDataDir);
if (env === undefined) {
  complain('There is no product on this machine: start it by npm start, or set the variables of billing.');
  process.exit(1);
}
const command = join(workspaceRoot, 'services/billing/src/refunds/command.ts');
const child = spawn(process.execPath, [command, ...process.argv.slice(2)], {
  env: { ...process.env, ...env },
  stdio: 'inherit',
});
child.once('exit', (code) => process.exit(code ?? 1));
