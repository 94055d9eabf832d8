import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/free-port.ts';
import { withClient } from '../../src/servers/databases.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

export interface OwnPostgres {
  port: number;
  /** Returns the superuser's connection URL for a database. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Name of the superuser, who has no password. Only this machine can connect, and only during the test. */
const superuser = 'postgres';

/**
 * Returns a command prefix that enters a user namespace in which root is an unprivileged user, because Postgres refuses
 * to run as root.
 */
function asOrdinaryUser(): string[] {
  if (process.getuid?.() !== 0) return [];
  const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000', '--'];
  const [program = '', ...args] = namespace;
  if (spawnSync(program, [...args, 'true']).status === 0) return namespace;
  throw new Error('Postgres cannot run as root, and this machine forbids user namespaces (unshare -U).');
}

/** Starts Postgres from the given binaries with an empty data directory. */
export async function startOwnPostgres(programs: PostgresPrograms, dir: string): Promise<OwnPostgres> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const wrapper = asOrdinaryUser();
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...programs.env };
  const clusterDir = join(dir, 'cluster');
  const [initdb = '', ...initArgs] = [
    ...[...wrapper, join(programs.binDir, 'initdb'), `--pgdata=${clusterDir}`, `--username=${superuser}`],
    ...['--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'],
  ];
  execFileSync(initdb, initArgs, { env, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    timezone: 'UTC',
  };
  const [postgres = '', ...args] = [
    ...[...wrapper, join(programs.binDir, 'postgres'), `-D${clusterDir}`],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn(postgres, args, { env, stdio: 'ignore', cwd: '/' });
  const ended = once(child, 'exit');
  const urlOf = (database: string) => `postgres://${superuser}@127.0.0.1:${port}/${database}`;
  await untilUp(urlOf('postgres'), () => child.exitCode === null);
  return {
    port,
    urlOf,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function untilUp(url: string, isAlive: () => boolean): Promise<void> {
  for (;;) {
    const isUp = await withClient(url, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (!isAlive()) throw new Error('The server exited before it was ready');
    await sleep(50);
  }
}
