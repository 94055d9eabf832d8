import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { withClient } from '../src/servers/databases.ts';
import { type Stack, startStack } from '../src/servers/stack.ts';
import { k8sDir } from './k8s/manifests.ts';

/**
 * Tests the init container that waits for migrations. Its script runs in a folder with the same layout as /app in the
 * image.
 */
const schema = `awaited_${randomBytes(6).toString('hex')}`;
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ isThrowaway: true, log: () => {} });
});

afterAll(async () => {
  await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await stack.stop();
});

const query = (sql: string) => withClient(stack.env.DATABASE_URL, (client) => client.query(sql));
const env = () => ({
  DATABASE_URL: stack.env.DATABASE_URL,
  REDIS_URL: stack.env.REDIS_URL,
  AFFILIATE_DATABASE_SCHEMA: schema,
  IDENTITY_SECRET: randomBytes(24).toString('hex'),
  LOG_LEVEL: 'silent',
});

function awaitMigrations() {
  const program = join(k8sDir, 'await-migrations.mjs');
  const child = spawn(process.execPath, [program, 'affiliate'], { cwd: workspaceRoot, env: env() });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { said: () => text, child, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

it('the init container exits once the migrations of its release have run', async () => {
  const waiting = awaitMigrations();
  await expect.poll(waiting.said, { timeout: 10_000 }).toContain('0001-affiliate');
  expect(waiting.child.exitCode).toBeNull();

  const migration = spawnSync(process.execPath, ['services/affiliate/src/migrate.ts'], {
    cwd: workspaceRoot,
    env: env(),
    encoding: 'utf8',
  });
  expect(migration).toMatchObject({ status: 0 });
  expect(await waiting.ended).toBe(0);
});

it('the init container accepts newer migrations, so that older pods can restart', async () => {
  await query(
    `INSERT INTO ${schema}.kysely_migration (name, timestamp) VALUES ('9999-later', '2099-01-01T00:00:00.000Z')`,
  );
  const again = awaitMigrations();
  expect(await again.ended).toBe(0);
  expect(again.said()).toBe('');
});
