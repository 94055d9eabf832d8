import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { logTail, rotateLog } from '../logs.ts';
import { fetchedServersDir } from '../paths.ts';
import { type Supervision, supervise } from '../processes/supervisor.ts';
import { requestBucket, type S3Env } from './s3-request.ts';
import { spawnServer } from './spawn-server.ts';
import { writeSwiftConfig } from './swift-config.ts';
import { findSwift, type SwiftProgram } from './swift-fetch.ts';

export interface SwiftOptions {
  /** Temporary data folder. Swift is used only by tests. */
  dataDir: string;
  supervision: Supervision;
}

export interface SwiftServer {
  env: S3Env;
  version: string;
  stop(): Promise<void>;
}

const serverScript = fileURLToPath(new URL('swift-server.py', import.meta.url));
const startAttempts = 3;
const readyTimeoutMs = 30_000;
const retryMs = 50;
const stop = { signal: 'SIGTERM', timeoutMs: 1200 } as const;

/** Starts OpenStack Swift with its S3 API and creates an empty bucket. */
export async function startSwift({ dataDir, supervision }: SwiftOptions): Promise<SwiftServer> {
  const { report: log, signal } = supervision;
  const program = await findSwift({ fetchedDir: join(fetchedServersDir, 'swift'), log, signal });
  const dir = join(dataDir, 'swift');
  const settings = {
    account: 'gossamer',
    user: 'test',
    key: randomBytes(24).toString('hex'),
    region: 'us-east-1',
  };
  writeSwiftConfig(dir, settings);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const env = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: settings.region,
      S3_BUCKET: 'gossamer-test',
      S3_ACCESS_KEY_ID: `${settings.account}:${settings.user}`,
      S3_SECRET_ACCESS_KEY: settings.key,
    };
    try {
      const server = await supervise(processSpec(program, dataDir, dir, port, env), supervision);
      return { env, version: program.version, stop: () => server.stop() };
    } catch (error) {
      if (attempt === startAttempts || !/already in use/.test((error as Error).message)) throw error;
    }
  }
}

function processSpec(program: SwiftProgram, dataDir: string, dir: string, port: number, env: S3Env) {
  const logPath = rotateLog(join(dataDir, 'logs'), 'swift');
  return {
    name: 'swift',
    launch: () =>
      spawnServer({
        command: [program.python, serverScript, dir, String(port)],
        logPath,
        cwd: dir,
        env: { ...program.env },
        deathSignal: 'TERM',
      }),
    whenReady: () => untilBucketIsMade(env),
    readyTimeoutMs,
    stop,
    explain: () => logTail(logPath),
  };
}

/**
 * Creates the bucket. Retries until Swift responds.
 * @throws Error if Swift rejects the request
 */
async function untilBucketIsMade(env: S3Env): Promise<void> {
  for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await sleep(retryMs)) {
    const status = await requestBucket('PUT', env).catch(() => undefined);
    if (status === undefined) continue;
    // Status 409 means that the bucket already exists, because Swift was restarted.
    if (status === 200 || status === 409) return;
    throw new Error(`Swift returned HTTP ${status} when creating the bucket`);
  }
}
