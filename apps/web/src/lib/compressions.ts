import type { Compression } from '@gossamer/contracts/compressions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

/** A compression in a list response. Its status may be one that this version of the web app does not support. */
export type ListedCompression = Omit<Compression, 'status'> & { status: string };
export type CompressionPage = { rows: ListedCompression[]; nextPath: string | undefined };

export const listRefetchMs = 5_000;
const recentRows = 3;

/**
 * Returns the query options for the user's compressions, newest first. If `isPolled` is set, the query refetches every
 * 5 s.
 */
export function compressionsQuery({ isPolled }: { isPolled: boolean }) {
  return queryOptions<ListedCompression[]>({
    queryKey: ['/api/compressions'],
    queryFn: async ({ signal }) =>
      (await (await import('./fetch-compressions.ts')).fetchPage(undefined, signal)).rows,
    enabled: isPolled,
    refetchInterval: isPolled ? listRefetchMs : false,
  });
}

/** Returns the user's three most recent compressions. Refetches them every 5 s. */
export function useRecentCompressions() {
  return useQuery({
    ...compressionsQuery({ isPolled: true }),
    refetchOnMount: 'always',
    select: (rows) => rows.slice(0, recentRows),
  });
}

/** Refetches the displayed compressions and statistics. Must be called when a compression has finished. */
export function refreshCompressions(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/compressions'] });
  void queryClient.invalidateQueries({ queryKey: ['/api/stats'] });
}
