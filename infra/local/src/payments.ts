import { freePort } from './free-port.ts';
import { UserError } from './user-error.ts';

/** Stripe's keys, the user's own or the stand-in's. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** With whom people pay: Stripe, the server that takes its place, or nobody. */
export type PaymentsChoice = { kind: 'stripe'; keys: StripeKeys } | { kind: 'standIn' } | { kind: 'none' };

/** The choice, and where the services of paying listen. */
export type Payments = PaymentsChoice & { ports: { billing: number; standIn: number } };

const keyVariables = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Stripe with the user's keys; without any the stand-in, unless STRIPE_STAND_IN=off.
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
  return { kind: userEnv.STRIPE_STAND_IN === 'off' ? 'none' : 'standIn' };
}

/** Ports are known before the services start, since each must know the other's. */
export async function withPorts(choice: PaymentsChoice): Promise<Payments> {
  const billing = await freePort();
  let standIn = await freePort();
  while (standIn === billing) standIn = await freePort();
  return { ...choice, ports: { billing, standIn } };
}
