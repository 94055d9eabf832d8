import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { logTail, rotateLog } from '../logs.ts';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { type SupervisedProcess, type Supervision, supervise } from '../processes/supervisor.ts';
import { findRedisBinary, type RedisBinary, type RedisLookup } from './redis-binary.ts';
import { waitForRedis } from './redis-probe.ts';
import { spawnServer } from './spawn-server.ts';

export interface RedisOptions {
  dataDir: string;
  lookup: RedisLookup;
  supervision: Supervision;
  /** Whether to disable persistence, for tests. */
  isThrowaway?: boolean;
}

export interface RedisServer {
  version: string;
  url: string;
  process: SupervisedProcess;
}

/** Port and password. They are chosen on the first start and then reused. */
interface RedisSettings {
  port: number;
  password: string;
}

const startAttempts = 3;
const readyTimeoutMs = 30_000;
const stop = { signal: 'SIGTERM', timeoutMs: 1200 } as const;

export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const binary = await findRedisBinary(options.lookup);
  const settingsPath = join(options.dataDir, 'redis.json');
  const kept = readJsonFile<RedisSettings>(settingsPath);
  const password = kept?.password ?? randomBytes(24).toString('hex');
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(kept?.port || undefined);
    writePrivateFile(settingsPath, JSON.stringify({ port, password }));
    const url = `redis://:${password}@127.0.0.1:${port}`;
    try {
      const spec = processSpec(binary, options, { port, password }, url);
      return { version: binary.version, url, process: await supervise(spec, options.supervision) };
    } catch (error) {
      if (attempt === startAttempts || !/already in use/.test((error as Error).message)) throw error;
    }
  }
}

function processSpec(binary: RedisBinary, options: RedisOptions, settings: RedisSettings, url: string) {
  const configPath = writeConfig(options, settings);
  const logPath = rotateLog(join(options.dataDir, 'logs'), 'redis');
  return {
    name: 'redis',
    launch: () =>
      spawnServer({
        command: [binary.command, configPath],
        logPath,
        cwd: options.dataDir,
        env: binary.env,
        deathSignal: 'TERM',
      }),
    whenReady: () => waitForRedis(url, readyTimeoutMs),
    readyTimeoutMs,
    stop,
    explain: () => logTail(logPath),
  };
}

/**
 * Writes the configuration file. The password is stored in the file, because command lines are visible to all local
 * users.
 */
function writeConfig(options: RedisOptions, { port, password }: RedisSettings): string {
  const dir = join(options.dataDir, 'redis');
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    'protected-mode yes',
    `requirepass ${password}`,
    `dir "${dir}"`,
    'daemonize no',
    'save ""',
    `appendonly ${options.isThrowaway ? 'no' : 'yes'}`,
    'appendfsync everysec',
    'maxmemory-policy noeviction',
  ];
  const path = join(options.dataDir, 'redis.conf');
  writePrivateFile(path, `${lines.join('\n')}\n`);
  return path;
}
