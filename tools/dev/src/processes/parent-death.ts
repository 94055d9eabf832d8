import { spawnSync } from 'node:child_process';

let isAvailable: boolean | undefined;

/**
 * Wraps a command with setpriv, so that the kernel signals the process when its launcher exits, even if the launcher is
 * killed with SIGKILL. Returns the command unchanged if setpriv is not installed; in that case, the next start
 * terminates leftover processes.
 */
export function endedWithParent(command: string[], signal: 'INT' | 'TERM'): string[] {
  isAvailable ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return isAvailable ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command;
}
