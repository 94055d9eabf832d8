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

/** What each plan may do, as the texts name it. */
export const limitsByPlan = { free: limitsOf('free'), pro: limitsOf('pro') };
export type PlanLimits = ReturnType<typeof limitsOf>;

/** What the person at the screen may do; visitors are on the free plan. */
export function usePlanLimits(): PlanLimits {
  return limitsByPlan[useSession()?.isPremium ? 'pro' : 'free'];
}
