import { useSession } from '../../../lib/session.ts';
import { useStats } from '../../../lib/stats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { type Allowance, allowanceOf } from './allowance-of.ts';
import { useIsCounted } from './use-is-counted.ts';

/**
 * Returns today's remaining allowance. Ignores the limit for unconfirmed accounts once the email address is confirmed.
 */
export function useAllowance(): Allowance {
  const { reachedLimit } = useUploadQueue().state;
  const isConfirmed = useSession()?.isEmailVerified === true;
  const isLifted = isConfirmed && reachedLimit?.reason === 'unconfirmed_limit_reached';
  const isWanted = useIsCounted();
  return allowanceOf(useStats({ isWanted }).data, isLifted ? undefined : reachedLimit, useNow());
}
