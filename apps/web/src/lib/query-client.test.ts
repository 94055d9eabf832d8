import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

// Spec: 9.53, 9.54, 9.55, 9.56
it('by default, the query client never refetches, never retries and never considers data stale', () => {
  expect(createQueryClient().getDefaultOptions()).toEqual({
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  });
});
