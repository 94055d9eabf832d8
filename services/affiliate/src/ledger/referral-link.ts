import { referralParameter } from '@gossamer/contracts/affiliate';

/** Returns a partner's referral link: the URL of the landing page with the partner's code. */
export function referralLinkOf(publicUrl: string, code: string): string {
  const link = new URL('/', publicUrl);
  link.searchParams.set(referralParameter, code);
  return link.href;
}
