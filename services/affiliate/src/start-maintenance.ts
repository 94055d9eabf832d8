import { every } from '@gossamer/service-kit/schedule';
import type { AffiliateDeps } from './deps.ts';
import { pruneVisitors } from './maintenance/prune-visitors.ts';
import { payMonthly } from './payouts/pay-monthly.ts';

const minuteMs = 60_000;

/** Starts the affiliate service's maintenance tasks, which pay partners and prune visitor records. */
export function startMaintenance(deps: AffiliateDeps): { close(): Promise<void> } {
  const tasks = [
    // Check regularly whether a new month has begun, and read the results of pending payouts.
    every(15 * minuteMs, 'pay partners', () => payMonthly(deps), deps.logger),
    every(60 * minuteMs, 'prune visitors', () => pruneVisitors(deps), deps.logger),
  ];
  return {
    close: async () => {
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
}
