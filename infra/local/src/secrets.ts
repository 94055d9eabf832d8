import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { StripeKeys } from './payments.ts';
import { readJsonFile, writePrivateFile } from './private-file.ts';
import { type DatabaseService, databaseServices } from './servers/databases.ts';

/** Made at the first start and kept in a file that only its owner may read. */
export interface Secrets {
  gatewaySecret: string;
  /** By which the services behind the gateway know who asks. */
  identitySecret: string;
  /** Of the server that takes Stripe's place. */
  stripeStandIn: StripeKeys;
  databasePasswords: Record<DatabaseService, string>;
}

export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = readJsonFile<Partial<Secrets>>(path);
  const passwords = databaseServices.map((service) => [
    service,
    kept?.databasePasswords?.[service] ?? randomSecret(),
  ]);
  const secrets = {
    gatewaySecret: kept?.gatewaySecret ?? randomSecret(),
    identitySecret: kept?.identitySecret ?? randomSecret(),
    stripeStandIn: kept?.stripeStandIn ?? {
      secretKey: `sk_standin_${randomSecret()}`,
      publishableKey: `pk_standin_${randomSecret().slice(0, 24)}`,
      webhookSecret: `whsec_${randomSecret()}`,
    },
    databasePasswords: Object.fromEntries(passwords) as Secrets['databasePasswords'],
  };
  writePrivateFile(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

const randomSecret = () => randomBytes(32).toString('hex');
