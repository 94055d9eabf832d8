import type { BillingSummary } from '@gossamer/contracts/billing';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { pageSession } from '../../../../lib/session.ts';

const billingQuery = queryOptions({
  queryKey: ['/api/billing'],
  queryFn: ({ signal }) => billingRequests.getSummary(signal),
  // The portal, a page of the provider's, changes it.
  refetchOnMount: 'always',
});

/** How the member's subscription stands. Not asked for where no payment is set up. */
export function useBilling() {
  return useQuery({ ...billingQuery, enabled: Boolean(pageSession?.payments) });
}

/** Notes what has just been asked for, without reading all of it again. */
export function useNoteRefundRequest(): () => void {
  const queryClient = useQueryClient();
  return () =>
    queryClient.setQueryData(billingQuery.queryKey, (last: BillingSummary | undefined) =>
      last ? { ...last, isRefundRequested: true } : last,
    );
}
