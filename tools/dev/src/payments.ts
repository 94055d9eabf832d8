import { freePort } from './free-port.ts';
import { UserError } from './user-error.ts';

/** API keys for either the user's Stripe account or the fake Stripe. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** The payment provider: Stripe, the fake Stripe, or none, with the reason. */
export type PaymentsChoice =
  | { kind: 'stripe'; keys: StripeKeys }
  | { kind: 'fakeStripe' }
  | { kind: 'none'; why: string };

/** The chosen payment provider, and the ports of the billing service, the affiliate service and the fake Stripe. */
export type Payments = PaymentsChoice & { ports: { billing: number; affiliate: number; fakeStripe: number } };

/** Listen addresses that make the gateway reachable only from this machine. */
const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

const keyVariables = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Chooses the payment provider. Returns Stripe if all of its keys are set. Without keys, returns the fake Stripe, but
 * only if the gateway cannot be reached from other machines, because the fake Stripe grants Pro for free.
 * FAKE_STRIPE=on skips this check; FAKE_STRIPE=off disables payments without keys.
 * @throws UserError that names the missing keys if only some are set, or the new name of a renamed variable
 */
export function choosePayments(userEnv: NodeJS.ProcessEnv): PaymentsChoice {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = userEnv;
  if (secretKey && publishableKey && webhookSecret) {
    return { kind: 'stripe', keys: { secretKey, publishableKey, webhookSecret } };
  }
  const missing = keyVariables.filter((name) => !userEnv[name]);
  if (missing.length < keyVariables.length) {
    throw new UserError(
      `Payments with Stripe require ${keyVariables.join(', ')}. Missing: ${missing.join(', ')}. If none of them is set, \`npm start\` runs in test mode.`,
    );
  }
  return withoutKeys(userEnv);
}

function withoutKeys(userEnv: NodeJS.ProcessEnv): PaymentsChoice {
  const { FAKE_STRIPE } = userEnv;
  // Up to November 2026, the variable had another name. Ignoring `off` would grant Pro for free.
  if (userEnv.STRIPE_STAND_IN) {
    throw new UserError('STRIPE_STAND_IN has been renamed: set FAKE_STRIPE instead.');
  }
  if (FAKE_STRIPE === 'off') return { kind: 'none', why: 'FAKE_STRIPE=off' };
  const opening = openingOf(userEnv);
  if (FAKE_STRIPE === 'on' || opening === undefined) return { kind: 'fakeStripe' };
  return {
    kind: 'none',
    why: `${opening} is open to others and Stripe's keys are not set; FAKE_STRIPE=on for test mode`,
  };
}

/**
 * Returns the setting that makes the gateway reachable from other machines, directly or through a proxy, or undefined
 * if there is none.
 */
function openingOf(userEnv: NodeJS.ProcessEnv): string | undefined {
  const { GATEWAY_HOST, GATEWAY_TRUSTED_PROXIES, PUBLIC_URL } = userEnv;
  if (GATEWAY_HOST && !loopbackHosts.includes(GATEWAY_HOST)) return `GATEWAY_HOST=${GATEWAY_HOST}`;
  // Check for trusted proxies as well, because a deployment behind a proxy may not have set PUBLIC_URL.
  if (GATEWAY_TRUSTED_PROXIES) return `GATEWAY_TRUSTED_PROXIES=${GATEWAY_TRUSTED_PROXIES}`;
  const host = PUBLIC_URL && URL.parse(PUBLIC_URL)?.hostname.replace(/^\[|\]$/g, '');
  return host && !loopbackHosts.includes(host) ? `PUBLIC_URL=${PUBLIC_URL}` : undefined;
}

/** Returns the line that `npm start` prints about payments, or undefined if there is nothing to report. */
export function describePayments(choice: PaymentsChoice | undefined): string | undefined {
  if (choice?.kind === 'fakeStripe') return 'payments: test mode (docs/operations.md)';
  return choice?.kind === 'none' ? `payments: off (${choice.why})` : undefined;
}

/** Chooses the ports before the services start, because each service is configured with the ports of the others. */
export async function withPorts(choice: PaymentsChoice): Promise<Payments> {
  const billing = await freePort();
  const affiliate = await freePortBut(billing);
  return { ...choice, ports: { billing, affiliate, fakeStripe: await freePortBut(billing, affiliate) } };
}

async function freePortBut(...taken: number[]): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (!taken.includes(port)) return port;
  }
}
