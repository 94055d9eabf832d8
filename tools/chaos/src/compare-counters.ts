import { type FailureCode, isCountedFailure } from '@gossamer/contracts/errors';
import { exactly, type Measure } from './measures.ts';
import { type Counted, checkQuota, type QuotaFault } from './quota.ts';
import type { World } from './world.ts';

interface DayRow {
  day: string;
  subjects: string[];
  failureCode: FailureCode | null;
}

interface DayCounter {
  day: string;
  subject: string;
  used: number;
}

/** Checks the quota counters of all days against the accepted compressions in the database. */
export async function compareCounters(world: World, own: OwnCount): Promise<Measure[]> {
  const rows = await world.query<DayRow>(
    `SELECT quota_window::text AS day, quota_subjects AS subjects, failure_code AS "failureCode"
      FROM compressions WHERE quota_window IS NOT NULL`,
  );
  const counters = await world.query<DayCounter>(
    `SELECT window_starts_at::text AS day, subject, used FROM counters WHERE kind = 'compressions'`,
  );
  const days = new Set([...rows, ...counters].map(({ day }) => day));
  const faults = [...days].flatMap((day) => faultsOf(day, rows, counters));
  return [
    exactly('counters that are not accepted − released', faults.map(inWords).join('; ') || 'none', 'none'),
    ...(await compareOwn(world, own)),
  ];
}

/** Uploads of the test run, as observed by the client that sent them. `failed` is the number of failed compressions. */
export interface OwnCount {
  ids: readonly string[];
  accepted: number;
  failed: number;
}

/**
 * Checks one visitor's quota counter against the uploads that the visitor's client observed, without relying on the
 * database rows of the compressions.
 */
async function compareOwn(world: World, { ids, accepted, failed }: OwnCount): Promise<Measure[]> {
  const owners = await world.query<{ used: number }>(
    `SELECT sum(used)::integer AS used FROM counters WHERE kind = 'compressions'
      AND subject IN (SELECT owner FROM compressions WHERE id = ANY($1))`,
    [ids],
  );
  const subject = 'the load';
  const seen: Counted[] = Array.from({ length: accepted }, (_, index) => ({
    subjects: [subject],
    isReleasable: index < failed,
  }));
  const faults = checkQuota(seen, new Map([[subject, owners[0]?.used ?? 0]]));
  return [exactly("the load's own counter", faults.map(inWords).join() || 'as it saw', 'as it saw')];
}

function faultsOf(day: string, rows: readonly DayRow[], counters: readonly DayCounter[]): QuotaFault[] {
  const ofDay = counters.filter((counter) => counter.day === day);
  return checkQuota(
    rows.filter((row) => row.day === day).map(toCounted),
    new Map(ofDay.map(({ subject, used }) => [subject, used])),
  );
}

const toCounted = ({ subjects, failureCode }: DayRow): Counted => ({
  subjects,
  isReleasable: failureCode !== null && !isCountedFailure(failureCode),
});

const inWords = ({ subject, counted, owed }: QuotaFault) => `${subject}: ${counted} in place of ${owed}`;
