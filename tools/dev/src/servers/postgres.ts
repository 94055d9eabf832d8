import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { logTail, rotateLog } from '../logs.ts';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { endProcess, identityOf } from '../processes/identity.ts';
import { runCommand } from '../processes/run-command.ts';
import { type SupervisedProcess, type Supervision, supervise } from '../processes/supervisor.ts';
import { UserError } from '../user-error.ts';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import { spawnServer } from './spawn-server.ts';

export interface PostgresOptions {
  dataDir: string;
  supervision: Supervision;
  /** Whether to trade durability for speed, for tests. */
  isThrowaway?: boolean;
}

export interface PostgresServer {
  version: string;
  /** Returns the superuser's connection URL for a database. */
  urlOf(database: string): string;
  process: SupervisedProcess;
}

/** Port and password. They are chosen on the first start and then reused. */
interface PostgresSettings {
  port: number;
  password: string;
}

const superuser = 'postgres';
const startAttempts = 3;
const stop = { signal: 'SIGINT', timeoutMs: 1500 } as const; // SIGINT triggers a fast shutdown of Postgres.

/** Starts the embedded Postgres. Terminates a server left over from an earlier run first. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const home = findPostgresHome(options.dataDir);
  const settingsPath = join(options.dataDir, 'postgres.json');
  const kept = readJsonFile<PostgresSettings>(settingsPath);
  const password = kept?.password ?? randomBytes(24).toString('hex');
  await clearLeftOver(home.clusterDir);
  if (!existsSync(join(home.clusterDir, 'PG_VERSION'))) {
    writePrivateFile(settingsPath, JSON.stringify({ port: 0, password }));
    await createCluster(home, options, password);
  } else if (kept === undefined) {
    throw new UserError(
      `${settingsPath}, which contains the password of the database in the same folder, is missing.`,
    );
  }

  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(kept?.port || undefined);
    writePrivateFile(settingsPath, JSON.stringify({ port, password }));
    try {
      const server = await supervise(processSpec(home, options, port), options.supervision);
      const urlOf = (database: string) =>
        `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
      return { version: home.version, urlOf, process: server };
    } catch (error) {
      // Retry, because backends may still be shutting down after a kill, or another process may have taken the port.
      if (attempt === startAttempts || !/still in use|already in use/.test((error as Error).message))
        throw error;
      await sleep(500);
    }
  }
}

async function createCluster(home: PostgresHome, options: PostgresOptions, password: string): Promise<void> {
  // Create the cluster under a temporary name and then rename it, so that killing initdb leaves no incomplete cluster.
  const draftDir = `${home.clusterDir}.new`;
  rmSync(draftDir, { recursive: true, force: true });
  mkdirSync(draftDir, { recursive: true, mode: 0o700 });
  if (home.user !== undefined) chownSync(draftDir, home.user.uid, home.user.gid);
  const passwordPath = `${home.clusterDir}.password`;
  writeFileSync(passwordPath, password, { mode: 0o600 });
  if (home.user !== undefined) chownSync(passwordPath, home.user.uid, home.user.gid);
  const command = [
    ...home.wrapper,
    join(home.nativeDir, 'bin/initdb'),
    `--pgdata=${draftDir}`,
    `--username=${superuser}`,
    `--pwfile=${passwordPath}`,
    '--auth=scram-sha-256',
    '--locale=C',
    '--encoding=UTF8',
    ...(options.isThrowaway ? ['--no-sync'] : []),
  ];
  const [program = '', ...args] = command;
  const { signal } = options.supervision;
  try {
    await runCommand({
      command: program,
      args,
      cwd: '/',
      env: { PATH: process.env.PATH },
      user: home.user,
      signal,
    });
    renameSync(draftDir, home.clusterDir);
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(`Postgres failed to create its data folder (initdb):\n${(error as Error).message}`);
  } finally {
    rmSync(passwordPath, { force: true });
    rmSync(draftDir, { recursive: true, force: true });
  }
}

function processSpec(home: PostgresHome, options: PostgresOptions, port: number) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...(options.isThrowaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const logPath = rotateLog(join(options.dataDir, 'logs'), 'postgres');
  return {
    name: 'postgres',
    launch: () =>
      spawnServer({
        wrapper: home.wrapper,
        command: [
          join(home.nativeDir, 'bin/postgres'),
          `-D${home.clusterDir}`,
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        logPath,
        cwd: '/',
        user: home.user,
        deathSignal: 'INT',
      }),
    whenReady: (child: ChildProcess) => whenPidFileSaysReady(home.clusterDir, child),
    readyTimeoutMs: 30_000,
    stop,
    explain: () => logTail(logPath),
  };
}

/**
 * Waits until Postgres is ready. In `postmaster.pid`, line 1 contains the process id and line 8 the state of the
 * server.
 */
async function whenPidFileSaysReady(clusterDir: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const lines = readPidFile(clusterDir);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    await sleep(15);
  }
}

function readPidFile(clusterDir: string): string[] {
  try {
    return readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Terminates the server whose process id is in `postmaster.pid`. If the id now belongs to another program (after a
 * reboot or in a container), only deletes the file, because the file would prevent Postgres from starting.
 */
async function clearLeftOver(clusterDir: string): Promise<void> {
  const pid = Number(readPidFile(clusterDir)[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const identity = identityOf(pid);
  if (identity === undefined) return;
  if (commandLineOf(pid).includes(`-D${clusterDir}`)) await endProcess(identity, 'SIGINT', 5000);
  else rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
}

function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  } catch {
    return '';
  }
}
