import type { AffiliateCommissions } from '@gossamer/contracts/affiliate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { useLeaveLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import { useLoadMore } from '../../../lib/use-load-more.ts';
import { withNextPage } from './commission-list.ts';

const keyOf = (code: string) => ['/api/affiliate/dashboard', code, 'commissions'] as const;

/** Returns the query for all loaded commissions, newest first. */
export function useCommissions(code: string) {
  const list = useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => affiliateRequests.getCommissions(code, undefined, signal),
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(list.error);
  return list;
}

/** Returns a mutation that loads the next page of commissions and appends it to the cached list. */
export function useMoreCommissions(code: string, cursor: string) {
  const queryClient = useQueryClient();
  return useLoadMore(async () => {
    const page = await affiliateRequests.getCommissions(code, cursor);
    queryClient.setQueryData<AffiliateCommissions>(
      keyOf(code),
      (known) => known && withNextPage(known, page),
    );
  });
}
