import type { BillingSummary } from '@gossamer/contracts/billing';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { pageSession } from '../../../../lib/session.ts';

const billingQuery = queryOptions({
  queryKey: ['/api/billing'],
  queryFn: ({ signal }) => billingRequests.getSummary(signal),
  // Refetch, because the subscription can change in the provider's customer portal.
  refetchOnMount: 'always',
});

/** Returns the query of the member's subscription. It is disabled if payments are not configured. */
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
