import type { referralParameter as ReferralParameter } from '@gossamer/contracts/affiliate';
import { whenIdle } from '../../lib/when-idle.ts';
import { whenShown } from '../../lib/when-shown.ts';

// Only the type: the contract's file would bring zod to everybody's landing page.
const parameter: typeof ReferralParameter = 'ref';

/** One load of the page is one visit, however often the screen is drawn. */
let isTold = false;

/** Tells once, when the page is shown and nothing else is to be done, that a visitor came by the partner's link that the address is. */
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
    // Nothing that a visitor could do; the browser's own log has the request.
  }
}
