import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildPackages, programPackages } from '@gossamer/dev/build';
import { readRowCommand, refuse } from '@gossamer/dev/command-line';
import { say } from '@gossamer/dev/print';
import { type Measured, type Profile, type Row, short, type Verdict, verdictOf } from './figures.ts';
import { rows } from './rows.ts';

/** Entry point of the benchmark command. Runs the benchmarks and prints each result with its target. */
const { values, positionals } = readRowCommand({
  usage: 'npm run bench -- [--profile cpu|heap] [name…]',
  options: { profile: { type: 'string' } },
  rowNames: rows.map(({ name }) => name),
});
const chosen = rows.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const profile = profileOf(values.profile);
const logsDir = resolve('.gossamer/logs');
mkdirSync(logsDir, { recursive: true });
await buildPackages(programPackages, logsDir);
const table: string[] = [];
let isAnyMissed = false;
for (const row of chosen) {
  say(`\n${row.name} …`);
  const measured = await measure(row);
  const verdict = verdictOf(row, measured.value);
  isAnyMissed ||= verdict === 'MISSED';
  table.push(line(row, measured, verdict));
  say(`  ${measured.detail}`);
  say(table.at(-1) ?? '');
}
say(`\n${table.join('\n')}`);
if (profile.kind !== 'none')
  say(`\nprofiles in ${profile.directory}; open them in a browser's developer tools`);
process.exit(isAnyMissed ? 1 : 0);

/** Runs a benchmark. If it throws an error, its target counts as missed, and the remaining benchmarks still run. */
async function measure(row: Row): Promise<Measured> {
  try {
    return await row.measure({ profile, note: (line) => say(`  ${line}`) });
  } catch (error) {
    return { value: Number.NaN, detail: `failed: ${error instanceof Error ? error.stack : error}` };
  }
}

function profileOf(kind: string | undefined): Profile {
  if (kind === undefined) return { kind: 'none' };
  if (kind !== 'cpu' && kind !== 'heap') refuse('--profile is cpu or heap');
  return { kind, directory: resolve('.gossamer/profiles', new Date().toISOString().replaceAll(':', '-')) };
}

function line(row: Row, { value }: Measured, verdict: Verdict): string {
  const sign = row.better === 'more' ? '≥' : '≤';
  const bound = row.bound === undefined ? '' : `, bound ${row.bound}`;
  const figure = `${short(value)} ${row.unit}`;
  return `${row.name.padEnd(62)} ${figure.padStart(10)}   ${sign} ${row.target}${bound}  ${verdict}`;
}
