import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from './private-file.ts';
import { UserError } from './user-error.ts';

const pathIn = (dataDir: string) => join(dataDir, 'billing-env.json');

/** What billing's commands read (services/billing/src/config.ts); nothing else of a user's shell is written down. */
const billings =
  /^(NODE_ENV|LOG_LEVEL|DATABASE_URL|REDIS_(URL|PREFIX)|BILLING_\w+|IDENTITY_SECRET|STRIPE_(SECRET_KEY|WEBHOOK_SECRET|API_URL)|PUBLIC_URL)$/;
/** Without these no command of billing starts. */
const needed = ['DATABASE_URL', 'REDIS_URL', 'IDENTITY_SECRET'] as const;

const pick = (env: NodeJS.ProcessEnv, isWanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));

/** Keeps what billing runs with, for the operator's commands beside the running product. Only its owner may read it. */
export function keepOperatorEnv(dataDir: string, env: NodeJS.ProcessEnv): void {
  const kept = pick(env, (name) => billings.test(name));
  writePrivateFile(pathIn(dataDir), `${JSON.stringify(kept, null, 2)}\n`);
}

/** What was kept; undefined when the product was never started here. */
export function readOperatorEnv(dataDir: string): NodeJS.ProcessEnv | undefined {
  const kept = readJsonFile<NodeJS.ProcessEnv>(pathIn(dataDir));
  return kept && pick(kept, (name) => billings.test(name));
}

/**
 * The environment of an operator's command: billing's variables as `npm start` kept them, where the product was ever
 * started here, else the user's own. Never some of both: a key of one and an address of the other would not belong together.
 * @throws UserError that names what is missing
 */
export function operatorEnv(dataDir: string, userEnv: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = readOperatorEnv(dataDir);
  if (kept !== undefined) return { ...pick(userEnv, (name) => !billings.test(name)), ...kept };
  const { BILLING_DATABASE_URL, DATABASE_URL } = userEnv;
  const env = { ...userEnv, DATABASE_URL: BILLING_DATABASE_URL || DATABASE_URL };
  const missing = needed.filter((name) => !env[name as keyof typeof env]);
  if (missing.length > 0) {
    throw new UserError(
      `The product was never started here by npm start, and the environment lacks ${missing.join(', ')} (.env.example).`,
    );
  }
  return env;
}
