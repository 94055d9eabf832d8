import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '../../src/paths.ts';

type Script = 'back-up.sh' | 'restore.sh';

/** Where a script of the backup lies. */
export const pathOfScript = (name: Script): string => join(workspaceRoot, 'infra/backup', name);

/** Runs one of them to its end. */
export function runScript(name: Script, what: string, folder: string, env: NodeJS.ProcessEnv) {
  return spawnSync('sh', [pathOfScript(name), what, folder], { env, encoding: 'utf8' });
}
