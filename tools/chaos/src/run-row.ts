import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@gossamer/dev/print';
import { compareCounters } from './compare-counters.ts';
import { evaluateHistory, type Verdict } from './history.ts';
import { emptyReport, type LoadReport, upload } from './load.ts';
import { atLeast, atMost, exactly, inPercent, inSeconds, type Measure } from './measures.ts';
import { readAgain } from './read-again.ts';
import type { Limits, Row } from './rows/row.ts';
import { measureThroughput } from './throughput.ts';
import { acceptedIds, watch } from './watch.ts';
import { watchCores } from './watch-cores.ts';
import type { World } from './world.ts';

export interface RunOptions {
  files: readonly Buffer[];
  /** Default number of uploads per test. */
  uploads: number;
  /** Seed for the random numbers in the tests. */
  seed: number;
}

const defaultLimits: Limits = { slowestAnswerMs: 10_000, settleMs: 120_000, failed: 0 };
const beforeFaultMs = 2_000;
const recoveryMs = 30_000;
const recoveredShare = 0.8;
/**
 * Factor by which timeouts are multiplied on machines with shared cores. Measured values are instead scaled by the share
 * of CPU time that was available.
 */
const patience = 3;

/** Runs a fault injection test under load and checks the clients' observations against the test's limits. */
export async function runRow(world: World, row: Row, options: RunOptions): Promise<Measure[]> {
  const limits = { ...defaultLimits, ...row.limits };
  const files = (await row.neighbors?.()) ?? options.files;
  const load = { url: world.url, files, uploads: options.uploads, inFlight: 6, ...row.load };
  const images = (await row.images?.()) ?? [];
  const pids = new Set(pidsOf(world));
  const usual = row.isRecoveryTimed ? await measureThroughput(world.url) : 0;

  const coresSince = watchCores();
  const report = emptyReport();
  const uploading = upload(load, report);
  await sleep(beforeFaultMs);
  const ofFault = await row.fault(world, images, options);
  const faultEndedAt = performance.now();
  const cookie = await uploading;
  await watch(world.url, cookie, report, limits.settleMs * patience);
  const settledMs = performance.now() - faultEndedAt;
  const { ofAll: share } = coresSince();
  const ofRecovery = row.isRecoveryTimed ? await recovery(world, usual, faultEndedAt) : [];
  const ids = acceptedIds(report);
  const ofCheck =
    (await row.check?.(world, { report, verdict: evaluateHistory(report.history), cookie, ids })) ?? [];
  if (!row.hasDeletions) await readAgain(world.url, cookie, report);
  const verdict = evaluateHistory(report.history);
  const ofQuota = row.hasDeletions ? [] : await compareCounters(world, { ids, ...verdict });
  describe(verdict, report);
  return [
    exactly('accepted', verdict.accepted, load.uploads),
    atMost('failed', verdict.failed, limits.failed),
    exactly('violated guarantees', brokenPromises(verdict, report).length, 0),
    atMost('slowest response', report.slowestAnswerMs, limits.slowestAnswerMs / share, inSeconds),
    exactly('hung requests', report.hung, 0),
    ...(row.isDeadly ? [] : [exactly('processes that ended', countNew(pidsOf(world), pids), 0)]),
    atMost('settled after', settledMs, limits.settleMs / share, inSeconds),
    ...ofQuota,
    ...ofRecovery,
    ...ofFault,
    ...ofCheck,
  ];
}

function pidsOf(world: World): (number | undefined)[] {
  return world.processes('').map(({ pid }) => pid);
}

function countNew<T>(now: readonly T[], before: ReadonlySet<T>): number {
  return now.filter((one) => !before.has(one)).length;
}

/**
 * Measures the throughput repeatedly until it has recovered or a timeout expires. The recovery includes processing any
 * backlog.
 */
async function recovery(world: World, usual: number, faultEndedAt: number): Promise<Measure[]> {
  const coresSince = watchCores();
  let best = 0;
  let recoveredMs: number;
  do {
    recoveredMs = performance.now() - faultEndedAt;
    best = Math.max(best, (await measureThroughput(world.url)) / usual);
  } while (best < recoveredShare && performance.now() - faultEndedAt < recoveryMs * patience);
  return [
    atLeast('recovered throughput', best, recoveredShare, inPercent),
    atMost('throughput recovered after', recoveredMs, recoveryMs / coresSince().ofAll, inSeconds),
  ];
}

function brokenPromises(verdict: Verdict, report: LoadReport): string[] {
  const { lost, relapsed, ambiguous, resurrected, unreadable } = verdict;
  return [
    ...named('lost', lost),
    ...named('relapsed', relapsed),
    ...named('ambiguous', ambiguous),
    ...named('resurrected', resurrected),
    ...named('unreadable', unreadable),
    ...named('wrong answer', report.wrong),
  ];
}

const named = (what: string, which: readonly string[]) => which.map((one) => `${what}: ${one}`);

function describe(verdict: Verdict, report: LoadReport): void {
  const { accepted, completed, failed, lost } = verdict;
  const refused = [...report.refused].map(([code, count]) => `${count} ${code}`).join(' and ') || 'none';
  say(
    `      accepted ${accepted}, completed ${completed}, failed ${failed}, lost ${lost.length}, rejected ${refused}, lost connections ${report.broken}`,
  );
  for (const one of brokenPromises(verdict, report)) say(`      ${one}`);
}
