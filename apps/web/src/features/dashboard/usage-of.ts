import type { Stats } from '@gossamer/contracts/stats';

export type Usage = { used: number; limit: number; left: number; percent: number };

/** Returns the usage of the daily quota (at most 100 percent), or undefined if the plan has no daily limit. */
export function usageOf({
  dailyLimit,
  dailyUsed,
}: Pick<Stats, 'dailyLimit' | 'dailyUsed'>): Usage | undefined {
  if (dailyLimit === null) return undefined;
  const used = Math.min(dailyLimit, dailyUsed);
  return { used, limit: dailyLimit, left: dailyLimit - used, percent: (used / dailyLimit) * 100 };
}
