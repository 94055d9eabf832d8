import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { createLogger } from '../src/logger.ts';

let servers: TestServers;
let db: Kysely<never>;

beforeAll(async () => {
  servers = await openTestServers();
  const logger = createLogger('test', 'silent');
  db = createDatabase<never>({ url: servers.databaseUrl, schema: servers.schema, logger });
  return async () => {
    await db.destroy();
    await servers.close();
  };
});

// If a checked-out connection breaks and has no error listener, the process exits.
it('the connection pool survives a connection lost during a transaction', async () => {
  const work = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await servers.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await sql`select pg_sleep(1)`.execute(trx);
  });
  // The error message depends on which side closes the connection first.
  await expect(work).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

it('the database cancels statements after 8 s unless the timeout is disabled', async () => {
  const { databaseUrl: url, schema } = servers;
  const logger = createLogger('test', 'silent');
  const patient = createDatabase<never>({ url, schema, logger, statementTimeoutMs: 0 });
  const timeoutOf = async (of: Kysely<never>) =>
    (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(of)).rows;
  expect(await timeoutOf(db)).toEqual([{ statementTimeout: '8s' }]);
  expect(await timeoutOf(patient)).toEqual([{ statementTimeout: '0' }]);
  await patient.destroy();
});
