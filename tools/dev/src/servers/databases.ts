import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { UserError } from '../user-error.ts';

/**
 * Services that have a database. Each service's schema and role are named after the service (infra/postgres/roles.sql).
 */
export const databaseServices = ['gateway', 'billing', 'affiliate'] as const;
export type DatabaseService = (typeof databaseServices)[number];

const rolesSql = new URL('../../../../infra/postgres/roles.sql', import.meta.url);
const connectTimeoutMs = 10_000;

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // Ignore errors on idle connections, which would otherwise terminate this process. The next query reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

/** Creates or updates the role and schema of every service and sets the role's password. */
export async function applyRoles(
  databaseUrl: string,
  passwords: Record<DatabaseService, string>,
): Promise<void> {
  const sql = await readFile(rolesSql, 'utf8');
  await withClient(databaseUrl, async (client) => {
    for (const service of databaseServices) {
      await client.query('SELECT set_config($1, $2, false)', [
        `gossamer.${service}_password`,
        passwords[service],
      ]);
    }
    await client.query(sql);
  });
}

/** Returns a database URL with the role and password of the given service. */
export function roleUrl(databaseUrl: string, service: DatabaseService, password: string): string {
  const url = new URL(databaseUrl);
  url.username = service;
  url.password = password;
  return url.href;
}

/**
 * Connects to Postgres and returns its version, such as "18.4".
 * @throws UserError if the connection fails
 */
export async function probePostgres(url: string): Promise<string> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
    });
  } catch (error) {
    throw new UserError(`DATABASE_URL cannot be used: ${(error as Error).message}`);
  }
}
