// Lets a pod start once its schema has every migration that its version knows; the Job of the same release does them.
// It runs in the service's image: node await-migrations.mjs <service>, with DATABASE_URL.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [service = ''] = process.argv.slice(2);
const root = process.cwd();
const { Client } = createRequire(`${root}/packages/service-kit/package.json`)('pg');
const list = pathToFileURL(`${root}/services/${service}/src/db/migrations/list.ts`).href;
const known = Object.keys((await import(list)).migrations);
const schema = process.env[`${service.toUpperCase()}_DATABASE_SCHEMA`] || service;

/** The names of those that are not in the database yet. More than it knows is a newer version's doing, and no harm. */
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

/** An undefined table: nothing was migrated yet. All else is said, since it may be for ever. */
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
