import {
  type AffiliateApplicationAnswer,
  type AffiliateCommissions,
  type AffiliateDashboard,
  affiliateApplicationAnswer,
  affiliateCommissions,
  affiliateDashboard,
  affiliateTrackBody,
  dashboardDays,
  type OwnAffiliate,
  ownAffiliate,
  payoutEmailAnswer,
} from '@gossamer/contracts/affiliate';
import { getJson, sendJson } from './api-client.ts';

export type AffiliateApplication = { name: string; email: string; website: string; description: string };
type PayoutAddress = { payoutEmail: string; currentPassword: string };

/** The longest stretch that the server tells of; a shorter one is its end. */
const longestDays = Math.max(...dashboardDays);

const dashboardUrl = (code: string) => `/api/affiliate/dashboard/${encodeURIComponent(code)}`;

/** A link for the browser itself: the file has its name from the server. */
export const commissionsCsvUrl = (code: string) => `${dashboardUrl(code)}/commissions.csv`;

/** What is asked of the server about the affiliate programme. Each throws as `sendJson` does. */
export const affiliateRequests = {
  apply: (body: AffiliateApplication): Promise<AffiliateApplicationAnswer> =>
    sendJson('POST', '/api/affiliate/apply', body, affiliateApplicationAnswer),
  getOwn: (signal?: AbortSignal): Promise<OwnAffiliate> => getJson('/api/affiliate', ownAffiliate, signal),
  getDashboard: (code: string, signal?: AbortSignal): Promise<AffiliateDashboard> =>
    getJson(`${dashboardUrl(code)}?days=${longestDays}`, affiliateDashboard, signal),
  /** Without a cursor the newest. */
  getCommissions: (code: string, cursor?: string, signal?: AbortSignal): Promise<AffiliateCommissions> => {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return getJson(`${dashboardUrl(code)}/commissions${query}`, affiliateCommissions, signal);
  },
  setPayoutEmail: (code: string, body: PayoutAddress): Promise<{ payoutEmail: string }> =>
    sendJson('PUT', `${dashboardUrl(code)}/payout-email`, body, payoutEmailAnswer),
  /** Tells that a visitor came by a partner's link. What cannot be a code is nobody's, and not told. */
  async track(code: string): Promise<void> {
    const body = affiliateTrackBody.safeParse({ code, source: 'landing_page' });
    if (body.success) await sendJson('POST', '/api/affiliate/track', body.data);
  },
};
