import { type AffiliateDashboard, affiliateCode } from '@gossamer/contracts/affiliate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useLeaveLoggedOut } from '../../../lib/use-leave-logged-out.ts';

const keyOf = (code: string) => ['/api/affiliate/dashboard', code] as const;

/** Returns the normalized affiliate code from a URL, or undefined if the code is malformed. */
export function readCode(written: string): string | undefined {
  const parsed = affiliateCode.safeParse(written);
  return parsed.success ? parsed.data : undefined;
}

/** Returns the query for a partner's dashboard. The query refetches each time the dashboard is opened. */
export function useDashboard(code: string) {
  const dashboard = useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => affiliateRequests.getDashboard(code, signal),
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(dashboard.error);
  return dashboard;
}

/**
 * Returns whether an affiliate code does not exist or belongs to another partner. The server does not distinguish
 * between the two.
 */
export const isUnknown = (error: unknown) =>
  error instanceof ApiError && error.code === 'affiliate_not_found';

/** Returns a function that updates the cached email address for payouts without a refetch. */
export function useNotePayoutEmail(code: string): (payoutEmail: string) => void {
  const queryClient = useQueryClient();
  return (payoutEmail) =>
    queryClient.setQueryData(keyOf(code), (last: AffiliateDashboard | undefined) =>
      last ? { ...last, affiliate: { ...last.affiliate, payoutEmail } } : last,
    );
}
