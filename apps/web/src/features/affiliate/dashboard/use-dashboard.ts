import { type AffiliateDashboard, affiliateCode } from '@gossamer/contracts/affiliate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useLeaveLoggedOut } from '../../../lib/use-leave-logged-out.ts';

const keyOf = (code: string) => ['/api/affiliate/dashboard', code] as const;

/** The code of an address as the server has it; undefined where it cannot be one. */
export function readCode(written: string): string | undefined {
  const parsed = affiliateCode.safeParse(written);
  return parsed.success ? parsed.data : undefined;
}

/** A partner's figures, read anew whenever the dashboard is opened. */
export function useDashboard(code: string) {
  const dashboard = useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => affiliateRequests.getDashboard(code, signal),
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(dashboard.error);
  return dashboard;
}

/** The server says the same of codes that nobody has and of those that are somebody else's. */
export const isUnknown = (error: unknown) =>
  error instanceof ApiError && error.code === 'affiliate_not_found';

/** Notes the payout address that was just saved, without reading all figures again. */
export function useNotePayoutEmail(code: string): (payoutEmail: string) => void {
  const queryClient = useQueryClient();
  return (payoutEmail) =>
    queryClient.setQueryData(keyOf(code), (last: AffiliateDashboard | undefined) =>
      last ? { ...last, affiliate: { ...last.affiliate, payoutEmail } } : last,
    );
}
