import { queryOptions } from '@tanstack/react-query';

const listRefetchMs = 5_000;

/** The owner's compressions, newest first; asked again every 5 s while the end of one is not known. */
export function compressionsQuery(isSomethingUnsettled: boolean) {
  return queryOptions({
    queryKey: ['/api/compressions'],
    queryFn: async ({ signal }) => (await import('./requests.ts')).fetchCompressions(signal),
    enabled: isSomethingUnsettled,
    refetchInterval: isSomethingUnsettled ? listRefetchMs : false,
  });
}
