import type { Stats } from '@gossamer/contracts/stats';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** Milliseconds after the daily reset at which the statistics are refetched. */
const dayTurnsMs = 2_000;

const statsQuery = queryOptions<Stats>({
  queryKey: ['/api/stats'],
  queryFn: async ({ signal }) => (await import('./fetch-stats.ts')).fetchStats(signal),
  // Refetch on mount, because the statistics may have been invalidated while no component used them.
  refetchOnMount: true,
  // Refetch the statistics after the daily reset, which sets the usage to zero.
  refetchInterval: ({ state: { data } }) =>
    data ? Math.max(0, Date.parse(data.resetsAt) - Date.now()) + dayTurnsMs : false,
});

/** Returns the query of the statistics: compressions, savings, and the usage of today's quota. */
export function useStats({ isWanted = true } = {}) {
  return useQuery({ ...statsQuery, enabled: isWanted });
}
