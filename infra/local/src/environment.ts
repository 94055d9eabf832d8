import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { workspaceRoot } from './paths.ts';
import type { Secrets } from './secrets.ts';
import { type DatabaseService, roleUrl } from './servers/databases.ts';
import type { Stack } from './servers/stack.ts';

/** The user's environment, with the file `.env` beneath it; an empty variable counts as absent. */
export function readUserEnv(): NodeJS.ProcessEnv {
  const path = join(workspaceRoot, '.env');
  const fromFile = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(process.env) };
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

export interface EnvironmentParts {
  userEnv: NodeJS.ProcessEnv;
  stack: Stack;
  secrets: Secrets;
  dataDir: string;
  port: number;
}

/** What every process of the product gets. The user's own settings win, except where one machine needs its own. */
export function commonEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { GATEWAY_SECRET, DATABASE_URL, SMTP_URL, ...userEnv } = parts.userEnv;
  return {
    STORAGE_DIRECTORY: join(parts.dataDir, 'objects'),
    // Glibc's many heaps would keep the memory of pictures long done.
    MALLOC_ARENA_MAX: '2',
    ...userEnv,
    NODE_ENV: 'production',
    REDIS_URL: parts.stack.env.REDIS_URL,
    // Several processes on one machine cannot share a port; the ready message tells which it became.
    INTERNAL_PORT: '0',
  };
}

/** The gateway's two processes and its migration. */
export function gatewayEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_SECRET: parts.secrets.gatewaySecret,
    GATEWAY_WEB_ROOT: join(workspaceRoot, 'apps/web/dist'),
    MAIL_DIRECTORY: join(parts.dataDir, 'mail'),
    PUBLIC_URL: localUrl(parts.port),
    ...commonEnv(parts),
    ...(parts.userEnv.GATEWAY_SECRET ? { GATEWAY_SECRET: parts.userEnv.GATEWAY_SECRET } : {}),
    ...(parts.userEnv.SMTP_URL ? { SMTP_URL: parts.userEnv.SMTP_URL } : {}),
    GATEWAY_PORT: String(parts.port),
    DATABASE_URL: databaseUrlOf('gateway', parts),
  };
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** The service's own role where the database is ours; an address that the user gave is used as it is. */
function databaseUrlOf(service: DatabaseService, { stack, secrets }: EnvironmentParts): string {
  if (!stack.ownsDatabase) return stack.env.DATABASE_URL;
  return roleUrl(stack.env.DATABASE_URL, service, secrets.databasePasswords[service]);
}

/** For load from one machine, which a day's limits would end. */
export const withoutDailyLimits = {
  GATEWAY_FREE_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
};

/** For many people's browsers on one machine: an address may do more, everybody what anybody may. */
export const fromOneAddress = {
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_LOGINS: '1000000',
  GATEWAY_ADDRESS_SIGNUPS: '1000000',
};
