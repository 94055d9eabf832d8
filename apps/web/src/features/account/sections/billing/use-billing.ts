import type { BillingSummary } from '@gossamer/contracts/billing';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { pageSession } from '../../../../lib/session.ts';

const billingQuery = queryOptions({
  queryKey: ['/api/billing'],
  queryFn: ({ signal }) => billingRequests.getSummary(signal),
  // Always refetch the subscription, because it can change in the payment provider's customer portal.
  refetchOnMount: 'always',
});

/** Returns the query for the member's subscription. The query is disabled if payments are not configured. */
export function useBilling() {
  return useQuery({ ...billingQuery, enabled: Boolean(pageSession?.payments) });
}

/** Returns a function that marks the refund as requested in the query cache. */
export function useNoteRefundRequest(): () => void {
  const queryClient = useQueryClient();
  return () =>
    queryClient.setQueryData(billingQuery.queryKey, (last: BillingSummary | undefined) =>
      last ? { ...last, isRefundRequested: true } : last,
    );
}
