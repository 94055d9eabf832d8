import { spawnSync } from 'node:child_process';

let isAvailable: boolean | undefined;

/**
 * A command that the kernel signals when its launcher dies, even by SIGKILL. Where the system has no setpriv, it is
 * the command as it was: then the next start ends what is left over.
 */
export function endedWithParent(command: string[], signal: 'INT' | 'TERM'): string[] {
  isAvailable ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return isAvailable ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command;
}
