import { parseArgs } from 'node:util';
import { readBillingConfig } from '../config.ts';
import { type BillingDeps, openDeps } from '../deps.ts';
import { choosePayment, describePayment, findPayments } from './find-payments.ts';
import { payBack, readBack } from './pay-back.ts';

const usage = `Usage: npm run billing:refund -- --email ADDRESS | --account ID  [--invoice in_…] [--yes]
  Shows the payments of an account. With --yes, refunds one in full (the one with a refund request, the only
  one, or --invoice) and ends its subscription and Pro immediately.`;

const text = { type: 'string' } as const;
const options = { email: text, account: text, invoice: text, yes: { type: 'boolean' } } as const;

interface Choice {
  email?: string;
  account?: string;
  invoice?: string;
  yes?: boolean;
}

/**
 * Entry point of `npm run billing:refund`, which the operator runs to grant a refund request. Exits with 0 on success,
 * 1 if nothing was refunded and 2 on incorrect usage.
 */
process.exit(await run(process.argv.slice(2)));

async function run(args: string[]): Promise<number> {
  let values: Choice;
  try {
    values = parseArgs({ args, options }).values;
  } catch (error) {
    return say(`${(error as Error).message}\n${usage}`, 2);
  }
  if (!values.email === !values.account) return say(usage, 2);
  let deps: BillingDeps | undefined;
  try {
    deps = openDeps(readBillingConfig({ ...process.env, LOG_LEVEL: 'warn' }));
    return await refund(deps, values);
  } catch (error) {
    return say(`The refund failed: ${(error as Error).message}`, 1);
  } finally {
    await deps?.close();
  }
}

async function refund(deps: BillingDeps, { email, account, invoice, yes }: Choice): Promise<number> {
  const payments = await findPayments(deps, { email, accountId: account });
  if (payments.length === 0) return say('This account has no payments.', 1);
  for (const payment of payments) say(describePayment(payment));
  if (new Set(payments.map(({ accountId }) => accountId)).size > 1)
    return say('\nSeveral accounts have used this email address. Select one with --account.', 1);
  const named = payments.find(({ invoiceId }) => invoiceId === invoice);
  const chosen = invoice ? named : choosePayment(payments);
  if (!chosen) return say('\nSelect the invoice to refund with --invoice.', 1);
  if (chosen.refundedCents >= chosen.amountCents) return say(`${chosen.invoiceId} was already refunded.`, 1);
  if (!yes)
    return say(`\nTo refund ${chosen.invoiceId} and end its subscription, run the command again with --yes.`);
  await payBack(deps, chosen);
  say(`\nRefunded ${chosen.invoiceId}. Its subscription has ended.`);
  await readBack(deps, chosen).catch(() => say("Pro ends when Stripe's events arrive."));
  return 0;
}

function say(text: string, code = 0): number {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  return code;
}
