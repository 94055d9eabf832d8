import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/free-port.ts';
import { type Product, startProduct } from '../../src/product.ts';
import {
  applyRoles,
  createDatabase,
  databaseServices,
  roleUrl,
  withClient,
} from '../../src/servers/databases.ts';
import { sellingProduct, withoutWebApp } from '../../src/services.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { type OwnPostgres, startOwnPostgres } from './postgres-server.ts';

/**
 * An installation of the product with its own servers and storage. The database has roles but no tables.
 */
export interface Site {
  dir: string;
  postgres: OwnPostgres;
  storageDir: string;
  /** Environment for running back-up.sh and restore.sh. */
  env: Record<string, string>;
  start(gatewaySecret: string): Promise<Product>;
  /** Returns the row count of each table in the three schemas. */
  countRows(): Promise<Record<string, number>>;
}

const database = 'gossamer_test';

export async function openSite(programs: PostgresPrograms, dir: string): Promise<Site> {
  mkdirSync(dir, { recursive: true });
  const postgres = await startOwnPostgres(programs, join(dir, 'postgres'));
  await createDatabase(postgres.urlOf('postgres'), database);
  const url = postgres.urlOf(database);
  const password = () => randomBytes(16).toString('hex');
  const passwords = { gateway: password(), billing: password(), affiliate: password() };
  await applyRoles(url, passwords);
  const storageDir = join(dir, 'objects');
  return {
    dir,
    postgres,
    storageDir,
    env: {
      PATH: `${programs.binDir}:${process.env.PATH}`,
      ...programs.env,
      PGHOST: '127.0.0.1',
      PGPORT: String(postgres.port),
      PGUSER: 'postgres',
      PGDATABASE: database,
      STORAGE_DIRECTORY: storageDir,
    },
    start: async (gatewaySecret) => {
      const { services, ...selling } = sellingProduct(1, { kind: 'fakeStripe' });
      return startProduct({
        dataDir: join(dir, 'product'),
        port: await freePort(),
        userEnv: {
          PATH: process.env.PATH,
          LOG_LEVEL: 'warn',
          STORAGE_DIRECTORY: storageDir,
          GATEWAY_SECRET: gatewaySecret,
          DATABASE_URL: roleUrl(url, 'gateway', passwords.gateway),
          BILLING_DATABASE_URL: roleUrl(url, 'billing', passwords.billing),
          AFFILIATE_DATABASE_URL: roleUrl(url, 'affiliate', passwords.affiliate),
        },
        ...selling,
        services: services.map(withoutWebApp),
      });
    },
    countRows: () => countRows(url),
  };
}

function countRows(url: string): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = ANY($1) ORDER BY 1`,
      [databaseServices],
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      counts[name] = Number(rows[0]?.count);
    }
    return counts;
  });
}
