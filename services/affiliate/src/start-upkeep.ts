import { every } from '@gossamer/service-kit/schedule';
import type { AffiliateDeps } from './deps.ts';
import { payMonthly } from './payouts/pay-monthly.ts';
import { forgetVisitors } from './upkeep/forget-visitors.ts';

const minuteMs = 60_000;

/** What the programme does unasked. */
export function startUpkeep(deps: AffiliateDeps): { close(): Promise<void> } {
  const chores = [
    // It looks whether a month has begun, and what became of payouts under way.
    every(15 * minuteMs, 'pay partners', () => payMonthly(deps), deps.logger),
    every(60 * minuteMs, 'forget visitors', () => forgetVisitors(deps), deps.logger),
  ];
  return {
    close: async () => {
      await Promise.all(chores.map((chore) => chore.close()));
    },
  };
}
