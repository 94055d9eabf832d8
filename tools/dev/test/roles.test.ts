import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets, type Secrets } from '../src/secrets.ts';
import { applyRoles, type DatabaseService, roleUrl, withClient } from '../src/servers/databases.ts';
import { type Stack, startStack } from '../src/servers/stack.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

const dataDir = makeTemporaryDir();
let stack: Stack;
let secrets: Secrets;

beforeAll(async () => {
  stack = await startStack({ isThrowaway: true, env: {}, log: () => {} });
  secrets = loadSecrets(dataDir);
  // Apply the roles twice. They are applied on every start, so applying them must be idempotent.
  for (let start = 0; start < 2; start += 1)
    await applyRoles(stack.env.DATABASE_URL, secrets.databasePasswords);
  await as('billing', 'CREATE TABLE invoices (id int)');
});

afterAll(async () => {
  await stack?.stop();
  removeDir(dataDir);
});

function as(service: DatabaseService, sql: string) {
  const url = roleUrl(stack.env.DATABASE_URL, service, secrets.databasePasswords[service]);
  return withClient(url, (client) => client.query(sql));
}

describe('a service’s database role', () => {
  it('uses its own schema by default', async () => {
    expect((await as('billing', 'SELECT current_schema() AS schema')).rows).toEqual([{ schema: 'billing' }]);
    expect((await as('billing', 'SELECT * FROM invoices')).rows).toEqual([]);
  });

  it.each([
    ["read another service's rows", 'SELECT * FROM billing.invoices'],
    ["create in another service's schema", 'CREATE TABLE billing.mine (id int)'],
    ['create in the public schema', 'CREATE TABLE public.mine (id int)'],
    ['create a schema', 'CREATE SCHEMA mine'],
    ['create a role', 'CREATE ROLE mine'],
    ['become another role', 'SET ROLE billing'],
    ['read files of the server', "SELECT pg_read_file('postgresql.conf')"],
  ])('is not allowed to %s', async (_, sql) => {
    await expect(as('gateway', sql)).rejects.toThrow(/permission denied/);
  });

  it('requires a password to connect', async () => {
    const url = roleUrl(stack.env.DATABASE_URL, 'gateway', 'guessed');
    await expect(withClient(url, (client) => client.query('SELECT 1'))).rejects.toThrow(
      /password authentication failed/,
    );
  });
});
