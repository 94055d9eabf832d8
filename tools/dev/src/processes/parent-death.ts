import { spawnSync } from 'node:child_process';

let isAvailable: boolean | undefined;

/**
 * Wraps a command so that the kernel signals it when its launcher dies, even by SIGKILL. Without setpriv, returns the
 * command unchanged; the next start then ends leftover processes.
 */
export function endedWithParent(command: string[], signal: 'INT' | 'TERM'): string[] {
  isAvailable ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return isAvailable ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command;
}
