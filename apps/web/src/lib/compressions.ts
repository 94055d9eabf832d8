import type { Compression } from '@gossamer/contracts/compressions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

/** A row of the list. Its status may be unknown to this version. */
export type ListedCompression = Omit<Compression, 'status'> & { status: string };
export type CompressionPage = { rows: ListedCompression[]; nextPath: string | undefined };

export const listRefetchMs = 5_000;
const recentRows = 3;

/** Returns the query for the owner's compressions, newest first, optionally polled every 5 s. */
export function compressionsQuery({ isPolled }: { isPolled: boolean }) {
  return queryOptions<ListedCompression[]>({
    queryKey: ['/api/compressions'],
    queryFn: async ({ signal }) =>
      (await (await import('./fetch-compressions.ts')).fetchPage(undefined, signal)).rows,
    enabled: isPolled,
    refetchInterval: isPolled ? listRefetchMs : false,
  });
}

/** Returns the newest three compressions, kept up to date. */
export function useRecentCompressions() {
  return useQuery({
    ...compressionsQuery({ isPolled: true }),
    refetchOnMount: 'always',
    select: (rows) => rows.slice(0, recentRows),
  });
}

/** Refetches the displayed compressions. Call it when a compression has ended. */
export function refreshCompressions(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/compressions'] });
  void queryClient.invalidateQueries({ queryKey: ['/api/stats'] });
}
