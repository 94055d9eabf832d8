import { freePort } from './free-port.ts';
import { UserError } from './user-error.ts';

/** Stripe's keys, the user's own or the fake Stripe's. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** With whom people pay: Stripe, the server that takes its place, or nobody, and why. */
export type PaymentsChoice =
  | { kind: 'stripe'; keys: StripeKeys }
  | { kind: 'fakeStripe' }
  | { kind: 'none'; why: string };

/** The choice, and where the services of paying and of earning listen. */
export type Payments = PaymentsChoice & { ports: { billing: number; affiliate: number; fakeStripe: number } };

/** Where nobody but this machine reaches the gateway. */
const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

const keyVariables = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Stripe with the user's keys; without any the fake Stripe where only this machine reaches it, since everybody can have Pro
 * from it for nothing. FAKE_STRIPE=on has it for others too, `off` not even here.
 * @throws UserError that names what is missing when some of the keys are there
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
      `Paying with Stripe needs ${keyVariables.join(', ')}. Missing: ${missing.join(', ')}. Without any of them \`npm start\` runs in test mode.`,
    );
  }
  return withoutKeys(userEnv);
}

function withoutKeys(userEnv: NodeJS.ProcessEnv): PaymentsChoice {
  const { FAKE_STRIPE } = userEnv;
  if (FAKE_STRIPE === 'off') return { kind: 'none', why: 'FAKE_STRIPE=off' };
  const opening = openingOf(userEnv);
  if (FAKE_STRIPE === 'on' || opening === undefined) return { kind: 'fakeStripe' };
  return {
    kind: 'none',
    why: `${opening} is open to others and Stripe's keys are not set; FAKE_STRIPE=on for test mode`,
  };
}

/** Returns the setting by which others reach the gateway: directly, or through a proxy in front of it. */
function openingOf(userEnv: NodeJS.ProcessEnv): string | undefined {
  const { GATEWAY_HOST, GATEWAY_TRUSTED_PROXIES, PUBLIC_URL } = userEnv;
  if (GATEWAY_HOST && !loopbackHosts.includes(GATEWAY_HOST)) return `GATEWAY_HOST=${GATEWAY_HOST}`;
  // Whoever names a proxy may have left PUBLIC_URL at its local default.
  if (GATEWAY_TRUSTED_PROXIES) return `GATEWAY_TRUSTED_PROXIES=${GATEWAY_TRUSTED_PROXIES}`;
  const host = PUBLIC_URL && URL.parse(PUBLIC_URL)?.hostname.replace(/^\[|\]$/g, '');
  return host && !loopbackHosts.includes(host) ? `PUBLIC_URL=${PUBLIC_URL}` : undefined;
}

/** What a start says of it; undefined where it is as it should be. */
export function describePayments(choice: PaymentsChoice | undefined): string | undefined {
  if (choice?.kind === 'fakeStripe') return 'payments: test mode (docs/operations.md)';
  return choice?.kind === 'none' ? `payments: off (${choice.why})` : undefined;
}

/** Ports are known before the services start, since each must know the other's. */
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
