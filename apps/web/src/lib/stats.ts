import type { Stats } from '@gossamer/contracts/stats';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** Milliseconds between the daily reset and refetching the statistics. */
const dayTurnsMs = 2_000;

const statsQuery = queryOptions<Stats>({
  queryKey: ['/api/stats'],
  queryFn: async ({ signal }) => (await import('./fetch-stats.ts')).fetchStats(signal),
  // Refetch on mount, because the statistics may have been invalidated while no component was using them.
  refetchOnMount: true,
  // Refetch the statistics after the daily reset of the quota.
  refetchInterval: ({ state: { data } }) =>
    data ? Math.max(0, Date.parse(data.resetsAt) - Date.now()) + dayTurnsMs : false,
});

/** Returns the query for the statistics: compressions, savings and today's quota usage. */
export function useStats({ isWanted = true } = {}) {
  return useQuery({ ...statsQuery, enabled: isWanted });
}
