import { readRowCommand, refuse } from '@gossamer/dev/command-line';
import { say } from '@gossamer/dev/print';
import { graphic, photo } from '@gossamer/testkit/images';
import { exactly } from './measures.ts';
import { rows } from './rows/list.ts';
import type { Row } from './rows/row.ts';
import { type RunOptions, runRow } from './run-row.ts';
import { NotPossibleError } from './small-disk.ts';
import type { StoreKind } from './store.ts';
import { isPassed, type RowResult, tableLines } from './table.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** Command that runs fault injection tests against the product under load. */
const { values, positionals } = readRowCommand({
  usage: 'npm run chaos -- [--short] [--uploads N] [--store directory|s3] [--seed N] [name…]',
  options: {
    short: { type: 'boolean', default: false },
    uploads: { type: 'string' },
    seed: { type: 'string' },
    store: { type: 'string', default: 'directory' },
  },
  rowNames: rows.map(({ name }) => name),
});
if (values.store !== 'directory' && values.store !== 's3') refuse('--store is directory or s3');
const anyStore: StoreKind = values.store;
// Exit normally on signals, because mounted disks are unmounted in an exit handler. Child processes exit with this
// process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const chosen = rows.filter(({ name, isShort }) =>
  positionals.length > 0 ? positionals.some((part) => name.includes(part)) : isShort || !values.short,
);
const options: RunOptions = {
  uploads: numberOf('--uploads', values.uploads ?? (values.short ? '20' : '50')),
  // `npm test` always uses seed 1.
  seed: numberOf('--seed', values.seed ?? (values.short ? '1' : String(Math.floor(Math.random() * 2 ** 31)))),
  files: await Promise.all([
    photo({ widthPx: 1_600, heightPx: 1_200 }),
    photo({ widthPx: 600, heightPx: 400 }),
    graphic({ widthPx: 800, heightPx: 600 }),
  ]),
};

const results: RowResult[] = [];
for (const group of Map.groupBy(chosen, (row) => JSON.stringify(worldOf(row))).values()) {
  results.push(...(await runGroup(group)));
}
for (const line of tableLines(results)) say(line);
const passed = results.filter(isPassed);
const leftOut = results.filter((result) => 'leftOut' in result);
say(
  `${passed.length} passed, ${results.length - passed.length - leftOut.length} failed, ${leftOut.length} skipped`,
);
// A test requested by name must not be skipped.
const tolerated = positionals.length > 0 ? 0 : leftOut.length;
process.exit(results.length > 0 && passed.length + tolerated === results.length ? 0 : 1);

function numberOf(name: string, text: string): number {
  return /^[1-9]\d*$/.test(text) ? Number(text) : refuse(`${name} is a whole number from 1 on`);
}

function worldOf(row: Row): WorldOptions {
  return { store: row.store ?? anyStore, env: row.env, processes: row.processes };
}

/** Runs tests that can share one product instance. */
async function runGroup(group: readonly Row[]): Promise<RowResult[]> {
  const [first] = group;
  if (first === undefined) return [];
  let world: World;
  try {
    world = await startWorld(worldOf(first));
  } catch (error) {
    if (!(error instanceof NotPossibleError)) throw error;
    say(`skipped: ${group.map(({ name }) => name).join(', ')}: ${error.message}`);
    return group.map(({ name }) => ({ name, seconds: 0, leftOut: error.message }));
  }
  try {
    const done: RowResult[] = [];
    for (const row of group) done.push(await runOne(world, row));
    return done;
  } finally {
    await world.stop();
  }
}

async function runOne(world: World, row: Row): Promise<RowResult> {
  const startedAt = performance.now();
  say(`row: ${row.name}`);
  // An exception fails only the current test. The remaining tests still run.
  const measures = await runRow(world, row, options).catch((error: Error) => [
    exactly('error', error.message, 'none'),
  ]);
  const result = { name: row.name, seconds: (performance.now() - startedAt) / 1_000, measures };
  say(`${isPassed(result) ? 'pass' : 'FAIL'}  ${row.name}`);
  for (const { what, limit, measured } of measures.filter(({ isKept }) => !isKept))
    say(`      ${what}: ${measured}, limit ${limit}`);
  return result;
}
