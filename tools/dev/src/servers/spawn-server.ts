import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endedWithParent } from '../processes/parent-death.ts';

export interface ServerCommand {
  /** Command prefix, for example to enter a user namespace. */
  wrapper?: string[];
  command: string[];
  logPath: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** User to run the server as. Requires root. */
  user?: { uid: number; gid: number };
  /** Signal that the kernel sends to the server when the launcher ends, on systems that support it. */
  deathSignal: 'INT' | 'TERM';
}

/** Starts a server in its own session and writes its output to a log file. */
export function spawnServer(server: ServerCommand): ChildProcess {
  // setpriv runs inside the wrapper, because entering a user namespace clears the parent-death signal.
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

/** Returns the environment of servers, without the user's variables, which could change their behavior. */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C' };
}
