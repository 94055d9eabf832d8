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

/** Reports a referred payment that earns the partner this many cents. By default, it was paid long ago. */
export async function earn(
  affiliate: TestAffiliate,
  { code }: Partner,
  cents: number,
  paidAt = '2026-01-10T00:00:00.000Z',
): Promise<Paid> {
  return pay(affiliate, await signUp(affiliate, code), { amountCents: cents * 4, paidAt });
}

/** Returns the variables that connect the service to the fake PayPal. */
export function paypalEnv({ url, clientId, clientSecret }: FakePaypal): Record<string, string> {
  return { PAYPAL_API_URL: url, PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret };
}

export interface PayingAffiliate extends TestAffiliate {
  paypal: FakePaypal;
  /** Environment variables for another process of the service. */
  env: Record<string, string>;
}

/** Starts the service with PayPal, on the last day of a month. */
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

/** Returns all payouts, ordered by the partner's code and the period. */
export async function payoutsIn({ servers }: TestAffiliate): Promise<KeptPayout[]> {
  const rows = await servers.sql(
    `select payouts.id, code, period, amount_cents as cents, status, payouts.payout_email as email, batch_id as "batchId",
       reference, reason
     from payouts join partners on partners.id = partner_id order by code, period`,
  );
  return rows as unknown as KeptPayout[];
}
