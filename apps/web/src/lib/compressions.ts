import type { Compression } from '@gossamer/contracts/compressions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

/** A compression in the list. Its status may be unknown to this version of the page. */
export type ListedCompression = Omit<Compression, 'status'> & { status: string };
export type CompressionPage = { rows: ListedCompression[]; nextPath: string | undefined };

export const listRefetchMs = 5_000;
const recentRows = 3;

/** Returns the options of the query for the owner's compressions, newest first. It can poll every 5 s. */
export function compressionsQuery({ isPolled }: { isPolled: boolean }) {
  return queryOptions<ListedCompression[]>({
    queryKey: ['/api/compressions'],
    queryFn: async ({ signal }) =>
      (await (await import('./fetch-compressions.ts')).fetchPage(undefined, signal)).rows,
    enabled: isPolled,
    refetchInterval: isPolled ? listRefetchMs : false,
  });
}

/** Returns the newest three compressions, updated by polling. */
export function useRecentCompressions() {
  return useQuery({
    ...compressionsQuery({ isPolled: true }),
    refetchOnMount: 'always',
    select: (rows) => rows.slice(0, recentRows),
  });
}

/** Refetches the displayed compressions. Must be called when a compression has ended. */
export function refreshCompressions(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/compressions'] });
  void queryClient.invalidateQueries({ queryKey: ['/api/stats'] });
}
