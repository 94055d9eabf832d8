import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { say } from '@gossamer/local/print';
import { graphic, photo } from '@gossamer/testkit/pictures';
import { judge, type Verdict } from './history.ts';
import { emptyReport, type LoadReport, upload, watch } from './load.ts';
import { type Row, rows } from './rows.ts';
import { startWorld, type World } from './world.ts';

/** `pnpm chaos [--short] [--uploads N] [name…]`: breaks the product in every named way, under load, and holds it to its promise. */
const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, uploads: { type: 'string' } },
  allowPositionals: true,
});
const uploads = Number(values.uploads ?? (values.short ? 20 : 50));
const settleLimitMs = 120_000;
const beforeFaultMs = 2_000;
const maxAnswerMs = 15_000;

const chosen = rows.filter(({ name, isShort }) =>
  positionals.length > 0 ? positionals.some((part) => name.includes(part)) : isShort || !values.short,
);
const files = await Promise.all([
  photo({ widthPx: 1_600, heightPx: 1_200 }),
  photo({ widthPx: 600, heightPx: 400 }),
  graphic({ widthPx: 800, heightPx: 600 }),
]);

const world = await startWorld({ workers: 1, env: { LOG_LEVEL: 'warn' } });
let failures = 0;
try {
  say(
    `${chosen.length} rows, ${uploads} uploads each; every accepted one must settle within ${settleLimitMs / 1_000} s of the last fault`,
  );
  for (const row of chosen) failures += (await runRow(world, row)) ? 0 : 1;
} finally {
  await world.stop();
}
say(`${chosen.length - failures} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

async function runRow(target: World, row: Row): Promise<boolean> {
  const report = emptyReport();
  const load = { url: target.url, files, uploads, inFlight: 6 };
  const uploading = upload(load, report);
  await sleep(beforeFaultMs);
  await row.fault(target);
  const faultEndedAt = performance.now();
  const cookie = await uploading;
  await watch(target.url, cookie, report, settleLimitMs);
  const settledSeconds = (performance.now() - faultEndedAt) / 1_000;
  const verdict = judge(report.history);
  const isPassed = isKept(verdict, report);
  say(
    `${isPassed ? 'pass' : 'FAIL'}  ${row.name.padEnd(36)} ${describe(verdict, report)}, settled after ${settledSeconds.toFixed(0)} s`,
  );
  return isPassed;
}

function isKept(verdict: Verdict, report: LoadReport): boolean {
  const wrong = [verdict.lost, verdict.relapsed, verdict.ambiguous, report.wrong].flat();
  if (wrong.length > 0) say(`      ${wrong.join(' ')}`);
  return (
    wrong.length === 0 &&
    verdict.failed === 0 &&
    verdict.accepted === uploads &&
    report.slowestAnswerMs < maxAnswerMs
  );
}

function describe({ accepted, completed, failed, lost }: Verdict, report: LoadReport): string {
  const slowest = (report.slowestAnswerMs / 1_000).toFixed(1);
  return `accepted ${accepted}, completed ${completed}, failed ${failed}, lost ${lost.length}, refused ${report.refused}, broken ${report.broken}, slowest answer ${slowest} s`;
}
