import type { referralParameter as ReferralParameter } from '@gossamer/contracts/affiliate';
import { whenIdle } from '../../lib/when-idle.ts';
import { whenShown } from '../../lib/when-shown.ts';

// Only the type is imported, because the module itself would add Zod to the landing page.
const parameter: typeof ReferralParameter = 'ref';

/** Whether this page load has been reported. Each page load counts as one visit. */
let isTold = false;

/** Reports a visit through a partner's referral link, once per page load, when the page is visible and idle. */
export function trackReferral(search: string): void {
  const code = new URLSearchParams(search).get(parameter);
  if (code === null || isTold) return;
  isTold = true;
  whenShown(() => whenIdle(() => void tell(code)));
}

async function tell(code: string): Promise<void> {
  try {
    const { affiliateRequests } = await import('../../lib/api-affiliate.ts');
    await affiliateRequests.track(code);
  } catch {
    // Show no error, because the visitor cannot fix it. The browser logs the failed request.
  }
}
