import {
  affiliateEnv,
  type newcomer,
  type Paid,
  pay,
  signUp,
  startAffiliate,
  type TestAffiliate,
} from './affiliate.ts';
import { type FakePaypal, startFakePaypal } from './fake-paypal.ts';

export interface Partner {
  who: ReturnType<typeof newcomer>;
  code: string;
}

/**
 * Reports a referred member's payment that earns the partner `cents`. By default, the hold period of the commission has
 * ended.
 */
export async function earn(
  affiliate: TestAffiliate,
  { code }: Partner,
  cents: number,
  paidAt = '2026-01-10T00:00:00.000Z',
): Promise<Paid> {
  return pay(affiliate, await signUp(affiliate, code), { amountCents: cents * 4, paidAt });
}

/** Returns the environment variables that connect the affiliate service to the fake PayPal. */
export function paypalEnv({ url, clientId, clientSecret }: FakePaypal): Record<string, string> {
  return { PAYPAL_API_URL: url, PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret };
}

export interface PayingAffiliate extends TestAffiliate {
  paypal: FakePaypal;
  /** Environment variables for starting another process of the affiliate service. */
  env: Record<string, string>;
}

/** Starts the affiliate service with the fake PayPal. The clock is set to the last day of a month. */
export async function startPaying(): Promise<PayingAffiliate> {
  const paypal = await startFakePaypal();
  const affiliate = await startAffiliate(paypalEnv(paypal));
  affiliate.setTime('2026-02-28T12:00:00Z');
  return {
    ...affiliate,
    paypal,
    env: { ...affiliateEnv(affiliate.servers), ...paypalEnv(paypal) },
    close: async () => {
      await affiliate.close();
      await paypal.close();
    },
  };
}

export interface KeptPayout {
  id: string;
  code: string;
  period: string;
  cents: number;
  status: string;
  email: string;
  batchId: string | null;
  reference: string | null;
  reason: string | null;
}

/** Returns all payouts, sorted by partner code and period. */
export async function payoutsIn({ servers }: TestAffiliate): Promise<KeptPayout[]> {
  const rows = await servers.sql(
    `select payouts.id, code, period, amount_cents as cents, status, payouts.payout_email as email, batch_id as "batchId",
       reference, reason
     from payouts join partners on partners.id = partner_id order by code, period`,
  );
  return rows as unknown as KeptPayout[];
}
