import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/product.ts';
import { findPostgresPrograms } from './backup/postgres-programs.ts';
import { runScript } from './backup/run-script.ts';
import { openSite, type Site } from './backup/site.ts';
import { type Compressed, compress, getJson, image, logIn, type Person, signUp } from './product/person.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

/**
 * Runs the product, backs it up and stops it. Then restores it on new servers, using only the backup and the gateway's
 * secret.
 */
const dir = makeTemporaryDir();
const kept = join(dir, 'kept');
const gatewaySecret = randomBytes(32).toString('hex');
let lost: Site;
let found: Site;
let product: Product | undefined;
let person: Person;
let waiting: Compressed;
let results: Map<string, string>;
let counts: Record<string, number>;

interface Listed {
  id: string;
  originalFilename: string;
  downloadUrl?: string;
}

async function downloadOf(url: string, { downloadUrl }: { downloadUrl?: string }): Promise<string> {
  const response = await fetch(new URL(downloadUrl ?? '', url), { headers: { cookie: person.cookie } });
  return `${response.status} ${Buffer.from(await response.arrayBuffer()).toString('base64')}`;
}

const history = (url: string, cookie: string) => getJson<Listed[]>(`${url}/api/compressions`, cookie);

async function livesFor(site: Site): Promise<void> {
  product = await site.start(gatewaySecret);
  const { url } = product;
  person = await signUp(url);
  const made = [await compress(url, person, 'one.jpg'), await compress(url, person, 'two.jpg')];
  results = new Map();
  for (const one of made) results.set(one.compressionId, await downloadOf(url, one));
  // Upload an image that is accepted but not compressed, because the worker is stopped.
  await product.processes.find(({ name }) => name.startsWith('worker'))?.stop();
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(image())]), 'three.jpg');
  const answer = await fetch(`${url}/api/compress`, {
    method: 'POST',
    headers: { cookie: person.cookie },
    body,
  });
  waiting = (await answer.json()) as Compressed;
}

/** Waits until all facts are delivered and no more rows are added, so that row counts can be compared. */
async function atRest(site: Site): Promise<Record<string, number>> {
  for (let before = await site.countRows(); ; ) {
    await sleep(1_500);
    const now = await site.countRows();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

beforeAll(async () => {
  const programs = await findPostgresPrograms();
  [lost, found] = await Promise.all([
    openSite(programs, join(dir, 'lost')),
    openSite(programs, join(dir, 'found')),
  ]);
  await livesFor(lost);
  counts = await atRest(lost);
  for (const what of ['rows', 'objects'])
    expect(runScript('back-up.sh', what, kept, lost.env)).toMatchObject({ status: 0, stderr: '' });
  expect(await lost.countRows()).toEqual(counts);
  await product?.stop();
  await lost.postgres.stop();
  for (const what of ['objects', 'rows'])
    expect(runScript('restore.sh', what, kept, found.env)).toMatchObject({ status: 0, stderr: '' });
}, 240_000);

afterAll(async () => {
  await product?.stop();
  await found?.postgres.stop();
  removeDir(dir);
});

it('a restored database contains every row of all three schemas', async () => {
  expect(await found.countRows()).toEqual(counts);
  expect(counts['gateway.compressions']).toBe(3);
  for (const table of ['gateway.accounts', 'billing.accounts', 'affiliate.accounts'])
    expect(counts[table] ?? table).toBe(1);
});

it('a restore preserves a user’s history, files, session and password', async () => {
  product = await found.start(gatewaySecret);
  const { url } = product;
  const before = await history(url, person.cookie);
  expect(before.map(({ originalFilename }) => originalFilename).sort()).toEqual([
    ...['one.jpg', 'three.jpg', 'two.jpg'],
  ]);
  for (const [compressionId, bytes] of results) {
    const one = before.find((entry) => entry.id === compressionId) as Listed;
    expect(bytes.slice(0, 4)).toBe('200 ');
    expect(await downloadOf(url, one)).toBe(bytes);
  }
  const again = await logIn(url, person);
  expect(await history(url, again.cookie)).toHaveLength(3);
});

it('a restored product completes compressions accepted before the backup although its queue is empty', async () => {
  const { url } = product as Product;
  const status = () =>
    getJson<Compressed>(`${url}/api/compression/${waiting.compressionId}`, person.cookie).then(
      (one) => one.status,
    );
  await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe('completed');
});

describe('the backup scripts', () => {
  it('require that the database is backed up before the objects, and never overwrite a backup', () => {
    const empty = join(dir, 'empty');
    mkdirSync(empty);
    expect(runScript('back-up.sh', 'objects', empty, lost.env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('rows come first'),
    });
    expect(runScript('back-up.sh', 'rows', kept, lost.env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('holds a backup already'),
    });
  });

  it('restore only into an empty database', () => {
    expect(runScript('restore.sh', 'rows', kept, found.env)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/has \d+ tables of the product/),
    });
  });
});
