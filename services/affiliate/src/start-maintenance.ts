import { every } from '@gossamer/service-kit/schedule';
import type { AffiliateDeps } from './deps.ts';
import { pruneVisitors } from './maintenance/prune-visitors.ts';
import { payMonthly } from './payouts/pay-monthly.ts';

const minuteMs = 60_000;

/** What the programme does unasked. */
export function startMaintenance(deps: AffiliateDeps): { close(): Promise<void> } {
  const tasks = [
    // It looks whether a month has begun, and what became of payouts under way.
    every(15 * minuteMs, 'pay partners', () => payMonthly(deps), deps.logger),
    every(60 * minuteMs, 'forget visitors', () => pruneVisitors(deps), deps.logger),
  ];
  return {
    close: async () => {
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
}
