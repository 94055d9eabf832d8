import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shortPath } from './paths.ts';
import type { StripeKeys } from './payments.ts';
import { readJsonFile, writePrivateFile } from './private-file.ts';
import { type DatabaseService, databaseServices } from './servers/databases.ts';
import { UserError } from './user-error.ts';

/** Secrets of a data folder. They are created on the first start and stored in a file that only its owner can read. */
export interface Secrets {
  gatewaySecret: string;
  /** Key that the gateway uses to sign the caller's identity for other services. */
  identitySecret: string;
  /** API keys of the fake Stripe. */
  fakeStripe: StripeKeys;
  databasePasswords: Record<DatabaseService, string>;
}

export interface SecretsOptions {
  /** Whether to create new secrets if the data folder contains data but its secrets are lost. */
  mayReplace?: boolean | undefined;
}

/**
 * Files and folders that are created after the secrets. If one of them exists without secrets, the secrets have been
 * lost.
 */
const dataMadeWithSecrets = ['postgres', 'postgres.json', 'objects'];

/**
 * Loads the secrets of a data folder, or creates them on the first start.
 * @throws UserError if the data folder contains data but its secrets are lost
 */
export function loadSecrets(dataDir: string, { mayReplace = false }: SecretsOptions = {}): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = readJsonFile<Partial<Secrets> | null>(path);
  const hasData = dataMadeWithSecrets.some((name) => existsSync(join(dataDir, name)));
  if (hasData && !kept?.gatewaySecret && !mayReplace) throw new UserError(secretsAreGone(path, dataDir));
  const passwords = databaseServices.map((service) => [
    service,
    kept?.databasePasswords?.[service] ?? randomSecret(),
  ]);
  const secrets = {
    gatewaySecret: kept?.gatewaySecret ?? randomSecret(),
    identitySecret: kept?.identitySecret ?? randomSecret(),
    fakeStripe: kept?.fakeStripe ?? {
      secretKey: `sk_fake_${randomSecret()}`,
      publishableKey: `pk_fake_${randomSecret().slice(0, 24)}`,
      webhookSecret: `whsec_${randomSecret()}`,
    },
    databasePasswords: Object.fromEntries(passwords) as Secrets['databasePasswords'],
  };
  writePrivateFile(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function secretsAreGone(path: string, dataDir: string): string {
  const [file, folder] = [shortPath(path), shortPath(dataDir)];
  const fault = existsSync(path) ? 'is empty or cannot be read' : 'is missing';
  return [
    `${file} ${fault}, and ${folder} holds data that depends on its secrets.`,
    'With new secrets all users are logged out, and visitors lose their histories.',
    `Restore the file from a backup. To continue with new secrets: npm start -- --new-secrets. To start over: remove ${folder}.`,
  ].join('\n');
}

const randomSecret = () => randomBytes(32).toString('hex');
