import type { Stats } from '@gossamer/contracts/stats';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** After the server's clock has turned the day. */
const dayTurnsMs = 2_000;

const statsQuery = queryOptions<Stats>({
  queryKey: ['/api/stats'],
  queryFn: async ({ signal }) => (await import('./fetch-stats.ts')).fetchStats(signal),
  // What was compressed while nothing showed them has marked them as out of date.
  refetchOnMount: true,
  // A new day begins at nothing.
  refetchInterval: ({ state: { data } }) =>
    data ? Math.max(0, Date.parse(data.resetsAt) - Date.now()) + dayTurnsMs : false,
});

/** What was compressed and saved, and how much of the day's allowance is used. */
export function useStats({ isWanted = true } = {}) {
  return useQuery({ ...statsQuery, enabled: isWanted });
}
