import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from './private-file.ts';
import { UserError } from './user-error.ts';

/** Services that provide operator commands. */
export type OperatedService = 'billing' | 'affiliate';
const pathIn = (dataDir: string, service: OperatedService) => join(dataDir, `${service}-env.json`);

/**
 * Matches the variables that a service's operator commands read (see its src/config.ts). No other variables are stored.
 */
const shared = /^(NODE_ENV|LOG_LEVEL|DATABASE_URL|REDIS_(URL|PREFIX)|IDENTITY_SECRET|PUBLIC_URL)$/;
const own: Record<OperatedService, RegExp> = {
  billing: /^(BILLING_\w+|STRIPE_(SECRET_KEY|WEBHOOK_SECRET|API_URL))$/,
  affiliate: /^(AFFILIATE|PAYPAL)_\w+$/,
};
/** Variables that every operator command requires. */
const needed = ['DATABASE_URL', 'REDIS_URL', 'IDENTITY_SECRET'] as const;

/** Splits an environment into the variables that the service's operator commands read, and all others. */
function split(env: NodeJS.ProcessEnv, service: OperatedService) {
  const isRead = ([name]: [string, unknown]) => shared.test(name) || own[service].test(name);
  const entries = Object.entries(env);
  return {
    read: Object.fromEntries(entries.filter(isRead)),
    rest: Object.fromEntries(entries.filter((entry) => !isRead(entry))),
  };
}

/** Stores the environment for a service's operator commands in a file that only its owner can read. */
export function keepOperatorEnv(dataDir: string, service: OperatedService, env: NodeJS.ProcessEnv): void {
  writePrivateFile(pathIn(dataDir, service), `${JSON.stringify(split(env, service).read, null, 2)}\n`);
}

/**
 * Returns the stored environment of a service, or undefined if the product has never been started with this data
 * folder.
 */
export function readOperatorEnv(
  dataDir: string,
  service: OperatedService = 'billing',
): NodeJS.ProcessEnv | undefined {
  const kept = readJsonFile<NodeJS.ProcessEnv>(pathIn(dataDir, service));
  return kept && split(kept, service).read;
}

/**
 * Returns the environment for an operator command. If the product has ever been started with this data folder, uses the
 * service's variables stored by `npm start`; otherwise, uses those of the user. The two sources are never mixed,
 * because a key from one source would not match a URL from the other.
 * @throws UserError that names the missing variables
 */
export function operatorEnv(
  dataDir: string,
  service: OperatedService,
  userEnv: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const kept = readOperatorEnv(dataDir, service);
  if (kept !== undefined) return { ...split(userEnv, service).rest, ...kept };
  const ownDatabase = userEnv[`${service.toUpperCase()}_DATABASE_URL`];
  const env = { ...userEnv, DATABASE_URL: ownDatabase || userEnv.DATABASE_URL };
  const missing = needed.filter((name) => !env[name as keyof typeof env]);
  if (missing.length > 0) {
    throw new UserError(
      `Missing environment variables: ${missing.join(', ')}. Set them (.env.example), or run npm start first.`,
    );
  }
  return env;
}
