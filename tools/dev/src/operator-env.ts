import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from './private-file.ts';
import { UserError } from './user-error.ts';

/** The services that have commands for the operator, and the file in which what they run with is kept. */
export type OperatedService = 'billing' | 'affiliate';
const pathIn = (dataDir: string, service: OperatedService) => join(dataDir, `${service}-env.json`);

/** What a service's commands read (its src/config.ts); nothing else of a user's shell is written down. */
const shared = /^(NODE_ENV|LOG_LEVEL|DATABASE_URL|REDIS_(URL|PREFIX)|IDENTITY_SECRET|PUBLIC_URL)$/;
const own: Record<OperatedService, RegExp> = {
  billing: /^(BILLING_\w+|STRIPE_(SECRET_KEY|WEBHOOK_SECRET|API_URL))$/,
  affiliate: /^(AFFILIATE|PAYPAL)_\w+$/,
};
/** Without these no command starts. */
const needed = ['DATABASE_URL', 'REDIS_URL', 'IDENTITY_SECRET'] as const;

/** An environment in two: what the service's commands read, and the rest. */
function split(env: NodeJS.ProcessEnv, service: OperatedService) {
  const isRead = ([name]: [string, unknown]) => shared.test(name) || own[service].test(name);
  const entries = Object.entries(env);
  return {
    read: Object.fromEntries(entries.filter(isRead)),
    rest: Object.fromEntries(entries.filter((entry) => !isRead(entry))),
  };
}

/** Keeps what a service runs with, for the operator's commands beside the running product. Only its owner may read it. */
export function keepOperatorEnv(dataDir: string, service: OperatedService, env: NodeJS.ProcessEnv): void {
  writePrivateFile(pathIn(dataDir, service), `${JSON.stringify(split(env, service).read, null, 2)}\n`);
}

/** What was kept, of billing unless another is named; undefined when the product was never started here. */
export function readOperatorEnv(
  dataDir: string,
  service: OperatedService = 'billing',
): NodeJS.ProcessEnv | undefined {
  const kept = readJsonFile<NodeJS.ProcessEnv>(pathIn(dataDir, service));
  return kept && split(kept, service).read;
}

/**
 * The environment of an operator's command: the service's variables as `npm start` kept them, where the product was ever
 * started here, else the user's own. Never some of both: a key of one and an address of the other would not belong together.
 * @throws UserError that names what is missing
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
      `The product was never started here by npm start, and the environment lacks ${missing.join(', ')} (.env.example).`,
    );
  }
  return env;
}
