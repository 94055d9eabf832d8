import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endedWithParent } from '../processes/parent-death.ts';

export interface ServerCommand {
  /** Put in front of the command, for example to enter a user namespace. */
  wrapper?: string[];
  command: string[];
  logPath: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Another user to run as; only root may ask for it. */
  user?: { uid: number; gid: number };
  /** What the kernel sends the server when the launcher dies, where the system can do that. */
  deathSignal: 'INT' | 'TERM';
}

/** Starts a server in a session of its own, its output in a log file. */
export function spawnServer(server: ServerCommand): ChildProcess {
  // Inside the wrapper: entering a user namespace clears the parent-death signal.
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

/** A server sees nothing of the user's environment that could change what it does. */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C' };
}
