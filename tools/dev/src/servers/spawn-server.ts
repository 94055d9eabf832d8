import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endedWithParent } from '../processes/parent-death.ts';

export interface ServerCommand {
  /** Command prefix, for example for entering a user namespace. */
  wrapper?: string[];
  command: string[];
  logPath: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** User to run the server as. Requires root privileges. */
  user?: { uid: number; gid: number };
  /** Signal that the kernel sends to the server when the launcher exits, on systems that support this. */
  deathSignal: 'INT' | 'TERM';
}

/** Starts a server in a new session and appends its output to a log file. */
export function spawnServer(server: ServerCommand): ChildProcess {
  // Run setpriv inside the wrapper, because entering a user namespace clears the parent-death signal.
  const guarded = endedWithParent(server.command, server.deathSignal);
  const [program = '', ...args] = [...(server.wrapper ?? []), ...guarded];
  const log = openSync(server.logPath, 'a', 0o600);
  try {
    return spawn(program, args, {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: server.cwd,
      env: { ...serverEnv(), ...server.env },
      ...server.user,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Returns the environment for servers. It excludes the user's variables, which could change the behavior of a server.
 */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C' };
}
