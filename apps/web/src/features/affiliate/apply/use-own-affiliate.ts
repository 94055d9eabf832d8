import type { AffiliateApplicationAnswer } from '@gossamer/contracts/affiliate';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { useLeaveLoggedOut } from '../../../lib/use-leave-logged-out.ts';

const ownQuery = queryOptions({
  queryKey: ['/api/affiliate'],
  queryFn: ({ signal }) => affiliateRequests.getOwn(signal),
});

/** Returns the query for the member's partner data. The data states whether the member is a partner. */
export function useOwnAffiliate() {
  const own = useQuery(ownQuery);
  useLeaveLoggedOut(own.error);
  return own;
}

/** Returns a function that caches the partner data from the response to an application. */
export function useNotePartner(): (answer: AffiliateApplicationAnswer) => void {
  const queryClient = useQueryClient();
  return ({ affiliate, referralLink }) =>
    queryClient.setQueryData(ownQuery.queryKey, { affiliate: { ...affiliate, referralLink } });
}
