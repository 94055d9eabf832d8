import { type Plan, planLimits, retentionMs, uploadsInFlight } from '@gossamer/contracts/limits';
import { useSession } from './session.ts';

function limitsOf(plan: Plan) {
  const { maxFileBytes, maxPixels, maxBatchFiles, dailyCompressions } = planLimits[plan];
  return {
    plan,
    maxFileBytes,
    maxBatchFiles,
    dailyCompressions,
    maxMegabytes: maxFileBytes / 1024 ** 2,
    maxMegapixels: maxPixels / 1_000_000,
    uploadsInFlight: uploadsInFlight[plan],
    resultKeptMs: plan === 'pro' ? retentionMs.proResult : retentionMs.result,
  };
}

/** Limits of each plan, in the units used by the UI. */
export const limitsByPlan = { free: limitsOf('free'), pro: limitsOf('pro') };
export type PlanLimits = ReturnType<typeof limitsOf>;

/** Returns the limits of the current user's plan. Visitors have the Free plan. */
export function usePlanLimits(): PlanLimits {
  return limitsByPlan[useSession()?.isPremium ? 'pro' : 'free'];
}
