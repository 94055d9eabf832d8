import {
  type AffiliateApplicationAnswer,
  type AffiliateCommissions,
  type AffiliateDashboard,
  affiliateApplicationAnswer,
  type affiliateApplicationBody,
  affiliateCommissions,
  affiliateDashboard,
  type OwnAffiliate,
  ownAffiliate,
  payoutEmailAnswer,
} from '@gossamer/contracts/affiliate';
import { z } from 'zod';
import { createServiceClient, type ServiceCall, type ServiceClientConfig } from '../http/service-client.ts';

/**
 * Client for the affiliate service. Each call throws the errors returned by the service (see `ServiceClient`), or
 * `affiliate_unavailable` if the service does not respond. Partner codes must be validated before a call.
 */
export interface AffiliateClient {
  apply(
    call: ServiceCall,
    application: z.output<typeof affiliateApplicationBody>,
  ): Promise<AffiliateApplicationAnswer>;
  readOwn(call: ServiceCall): Promise<OwnAffiliate>;
  /** Returns all data that the affiliate program stores about a member. */
  readExport(call: ServiceCall): Promise<z.output<typeof partnerExport>>;
  /** Counts a click. Returns false if the code does not exist or the click comes from a bot. */
  noteClick(requestId: string, click: Click): Promise<boolean>;
  readDashboard(call: ServiceCall, code: string, days: number): Promise<AffiliateDashboard>;
  listCommissions(call: ServiceCall, code: string, cursor: string | undefined): Promise<AffiliateCommissions>;
  readCommissionsFile(call: ServiceCall, code: string): Promise<Buffer>;
  changePayoutEmail(
    call: ServiceCall,
    code: string,
    payoutEmail: string,
  ): Promise<z.output<typeof payoutEmailAnswer>>;
}

/** A click on a partner's link. */
export interface Click {
  code: string;
  /** Key that identifies the visitor. Each visitor is counted only once. */
  visitorKey: string;
  /** Key that identifies the network for one day. Each network is counted only once per day. */
  networkKey: string;
  userAgent: string;
}

const timeoutMs = 10_000;
/**
 * Timeout for counting a click, in milliseconds. A short timeout is sufficient, because the referral cookie is set even
 * if the call fails.
 */
const clickTimeoutMs = 2_000;

const clickAnswer = z.object({ isPartner: z.boolean() });
const partnerExport = z.object({ affiliate: z.record(z.string(), z.unknown()).nullable() });

/** Creates a client for the affiliate service. */
export function createAffiliateClient(config: ServiceClientConfig): AffiliateClient {
  const service = createServiceClient({
    ...config,
    audience: 'affiliate',
    timeoutMs,
    unavailableCode: 'affiliate_unavailable',
  });
  const get = <S extends z.ZodType>(call: ServiceCall, path: string, answer: S) =>
    service.ask(call, { method: 'GET', path }, answer);
  return {
    apply: (call, body) =>
      service.ask(call, { method: 'POST', path: '/partners', body }, affiliateApplicationAnswer),
    readOwn: (call) => get(call, '/partner', ownAffiliate),
    readExport: (call) => get(call, '/partner/export', partnerExport),
    noteClick: async (requestId, body) => {
      const request = { method: 'POST', path: '/clicks', body, timeoutMs: clickTimeoutMs } as const;
      return (await service.ask({ requestId }, request, clickAnswer)).isPartner;
    },
    readDashboard: (call, code, days) => get(call, `/dashboards/${code}?days=${days}`, affiliateDashboard),
    listCommissions: (call, code, cursor) => {
      const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
      return get(call, `/dashboards/${code}/commissions${query}`, affiliateCommissions);
    },
    readCommissionsFile: (call, code) =>
      service.askFile(call, { method: 'GET', path: `/dashboards/${code}/commissions.csv` }, 'text/csv'),
    changePayoutEmail: (call, code, payoutEmail) => {
      const request = {
        method: 'PUT',
        path: `/dashboards/${code}/payout-email`,
        body: { payoutEmail },
      } as const;
      return service.ask(call, request, payoutEmailAnswer);
    },
  };
}
