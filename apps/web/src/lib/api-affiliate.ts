import {
  type AffiliateApplicationAnswer,
  type AffiliateCommissions,
  type AffiliateDashboard,
  affiliateApplicationAnswer,
  type affiliateApplicationBody,
  affiliateCommissions,
  affiliateDashboard,
  affiliateTrackBody,
  dashboardDays,
  type OwnAffiliate,
  ownAffiliate,
  payoutEmailAnswer,
  type payoutEmailBody,
} from '@gossamer/contracts/affiliate';
import type { z } from 'zod';
import { getJson, sendJson } from './api-client.ts';

/** Longest dashboard period in days. The client requests only this period and derives shorter periods from it. */
const longestDays = Math.max(...dashboardDays);

const dashboardUrl = (code: string) => `/api/affiliate/dashboard/${encodeURIComponent(code)}`;

/** Returns the URL of the commissions CSV file. The response contains the file name. */
export const commissionsCsvUrl = (code: string) => `${dashboardUrl(code)}/commissions.csv`;

/** Affiliate API requests. They throw the same errors as `sendJson`. */
export const affiliateRequests = {
  apply: (body: z.input<typeof affiliateApplicationBody>): Promise<AffiliateApplicationAnswer> =>
    sendJson('POST', '/api/affiliate/apply', body, affiliateApplicationAnswer),
  getOwn: (signal?: AbortSignal): Promise<OwnAffiliate> => getJson('/api/affiliate', ownAffiliate, signal),
  getDashboard: (code: string, signal?: AbortSignal): Promise<AffiliateDashboard> =>
    getJson(`${dashboardUrl(code)}?days=${longestDays}`, affiliateDashboard, signal),
  /** Returns a page of commissions. Without a cursor, returns the newest page. */
  getCommissions: (code: string, cursor?: string, signal?: AbortSignal): Promise<AffiliateCommissions> => {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return getJson(`${dashboardUrl(code)}/commissions${query}`, affiliateCommissions, signal);
  },
  setPayoutEmail: (code: string, body: z.input<typeof payoutEmailBody>): Promise<{ payoutEmail: string }> =>
    sendJson('PUT', `${dashboardUrl(code)}/payout-email`, body, payoutEmailAnswer),
  /** Reports a visit through a partner's referral link. Malformed codes are ignored. */
  async track(code: string): Promise<void> {
    const body = affiliateTrackBody.safeParse({ code, source: 'landing_page' });
    if (body.success) await sendJson('POST', '/api/affiliate/track', body.data);
  },
};
