import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import { count, uncount } from './counters.ts';
import { freeCounters } from './free-counters.ts';
import { monthCounter } from './month-counter.ts';

/**
 * Returns a failed compression to the quota of each subject that has not reached the daily limit of free failures.
 * Subjects are processed in the order in which they were counted.
 */
export async function releaseQuota(
  trx: Kysely<GatewayTables>,
  row: Pick<CompressionRow, 'quotaWindow' | 'quotaSubjects' | 'source'>,
): Promise<void> {
  const { quotaWindow, quotaSubjects, source } = row;
  if (quotaWindow === null) return;
  for (const counter of freeCounters('failures', quotaSubjects, quotaWindow)) {
    const isFree = (await count(trx, [counter])).length > 0;
    if (isFree) await uncount(trx, { ...counter, kind: 'compressions' });
    if (isFree && source === 'api') await uncount(trx, monthCounter(counter.subject, quotaWindow));
  }
}
