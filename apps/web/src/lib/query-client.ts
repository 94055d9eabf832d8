import { QueryClient } from '@tanstack/react-query';

/**
 * Creates a query client that by default never refetches, never retries and never considers data stale. Mutations fail
 * while offline instead of being paused. They are removed from the cache immediately, because some contain passwords.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
}
