import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '../../src/paths.ts';

type Script = 'back-up.sh' | 'restore.sh';

/** Returns the path of a backup script. */
export const pathOfScript = (name: Script): string => join(workspaceRoot, 'infra/backup', name);

/** Runs a backup script until it exits. */
export function runScript(name: Script, what: string, folder: string, env: NodeJS.ProcessEnv) {
  return spawnSync('sh', [pathOfScript(name), what, folder], { env, encoding: 'utf8' });
}
