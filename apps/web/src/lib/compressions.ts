import type { Compression } from '@gossamer/contracts/compressions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

/** A row of the list. Its status may be one that this version does not know. */
export type ListedCompression = Omit<Compression, 'status'> & { status: string };
export type CompressionPage = { rows: ListedCompression[]; nextPath: string | undefined };

export const listRefetchMs = 5_000;
const recentRows = 3;

/** The owner's newest compressions, newest first; asked again every 5 s where that is wanted. */
export function compressionsQuery({ isPolled }: { isPolled: boolean }) {
  return queryOptions<ListedCompression[]>({
    queryKey: ['/api/compressions'],
    queryFn: async ({ signal }) =>
      (await (await import('./fetch-compressions.ts')).fetchPage(undefined, signal)).rows,
    enabled: isPolled,
    refetchInterval: isPolled ? listRefetchMs : false,
  });
}

/** The newest three, kept up to date. */
export function useRecentCompressions() {
  return useQuery({
    ...compressionsQuery({ isPolled: true }),
    refetchOnMount: 'always',
    select: (rows) => rows.slice(0, recentRows),
  });
}

/** To be called when a compression has ended: what is on the screen is asked for again. */
export function refreshCompressions(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/compressions'] });
  void queryClient.invalidateQueries({ queryKey: ['/api/stats'] });
}
