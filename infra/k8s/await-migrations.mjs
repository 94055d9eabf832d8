// Init container: waits until the Job of the same release has applied every migration that this version knows.
// Runs in the service's image with DATABASE_URL set: node await-migrations.mjs <service>
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [service = ''] = process.argv.slice(2);
const root = process.cwd();
const { Client } = createRequire(`${root}/packages/service-kit/package.json`)('pg');
const list = pathToFileURL(`${root}/services/${service}/src/db/migrations/list.ts`).href;
const known = Object.keys((await import(list)).migrations);
const schema = process.env[`${service.toUpperCase()}_DATABASE_SCHEMA`] || service;

/**
 * Returns the names of pending migrations. Ignores migrations in the database that this version does not know, because
 * a newer version has applied them.
 */
async function missing() {
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const table = `${client.escapeIdentifier(schema)}.kysely_migration`;
    const { rows } = await client.query(`SELECT name FROM ${table}`);
    const done = new Set(rows.map(({ name }) => name));
    return known.filter((name) => !done.has(name));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns the pending migrations, or all known migrations after an error. 42P01 (undefined table) means that nothing is
 * migrated yet; other errors are logged, since they may be permanent.
 */
const whatIsMissing = () =>
  missing().catch((error) => {
    if (error.code !== '42P01')
      process.stdout.write(`${JSON.stringify({ msg: 'database', err: error.message })}\n`);
    return known;
  });

for (let wait = await whatIsMissing(); wait.length > 0; wait = await whatIsMissing()) {
  process.stdout.write(`${JSON.stringify({ msg: 'awaiting migrations', service, missing: wait })}\n`);
  await sleep(2_000);
}
