import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readAffiliateConfig } from '../config.ts';
import { type AffiliateDeps, openDeps } from '../deps.ts';
import { periodOf } from '../ledger/calendar.ts';
import { closePeriod } from './close-period.ts';
import { makeBatch } from './make-batch.ts';
import { markPayouts } from './mark-payouts.ts';
import { moveByPaypal } from './pay-monthly.ts';
import { preview } from './preview.ts';
import { writePaymentFile } from './write-payment-file.ts';

const usage = `Usage: npm run affiliate:payouts -- COMMAND
  preview [--period YYYY-MM]               what a run would pay, and which payouts are in progress; changes nothing
  run [--period YYYY-MM]                   closes the balances of a month (default: current) and, with PayPal, sends them
  csv [--out FILE]                         writes open payouts to a file for a PayPal mass payment, each to one file only
  csv --batch pb_… [--out FILE]            writes the file again, without settled payouts
  mark-paid --batch pb_… | --payout po_… [--reference TEXT]      marks the payouts as paid
  mark-failed --payout po_… --reason TEXT  marks a payout as failed; its amount is due again`;

const text = { type: 'string' } as const;
const options = {
  period: text,
  out: text,
  batch: text,
  reference: text,
  reason: text,
  payout: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

interface Choice {
  period?: string;
  out?: string;
  batch?: string;
  reference?: string;
  reason?: string;
  payout?: string[];
  help?: boolean;
}

type Command = (deps: AffiliateDeps, choice: Choice) => Promise<unknown>;

const commands: Record<string, Command> = {
  preview: async (deps, choice) => say((await preview(deps, periodFrom(deps, choice))).join('\n')),
  run: async (deps, choice) => {
    const period = periodFrom(deps, choice);
    say(`Payouts created for ${period}: ${await closePeriod(deps, period)}`);
    if (!deps.paypal)
      return say('PayPal is not configured. Use `csv` to write the file for a PayPal mass payment.');
    await moveByPaypal(deps);
    say((await preview(deps, period)).join('\n'));
  },
  csv: writeFile,
  'mark-paid': async (deps, choice) => {
    const named = namedBy(choice);
    const marked = await markPayouts(deps, named, { status: 'paid', reference: choice.reference ?? null });
    say(`Payouts marked as paid: ${marked}`);
  },
  'mark-failed': async (deps, choice) => {
    if (!choice.reason) throw new Misuse('mark-failed requires --reason.');
    const marked = await markPayouts(deps, namedBy(choice), { status: 'failed', reason: choice.reason });
    say(`Payouts marked as failed: ${marked}. Their amounts are due again.`);
  },
};

class Misuse extends Error {}

/**
 * Entry point of `npm run affiliate:payouts`, which the operator runs to pay partners. Exits with 0 on success, 1 on
 * failure and 2 on incorrect usage.
 */
process.exit(await run(process.argv.slice(2)));

async function run(args: string[]): Promise<number> {
  let deps: AffiliateDeps | undefined;
  try {
    const { values, positionals } = parse(args);
    if (values.help) return say(usage);
    const [name = '', ...others] = positionals;
    const command = others.length === 0 && Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Misuse('');
    deps = openDeps(readAffiliateConfig({ ...process.env, LOG_LEVEL: 'warn' }));
    await command(deps, values);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    return error instanceof Misuse ? say(`${message}\n${usage}`.trim(), 2) : say(message, 1);
  } finally {
    await deps?.close();
  }
}

function parse(args: string[]): { values: Choice; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

/**
 * Returns the requested payout period, or the current one by default. Rejects future months, because their hold periods
 * have not ended.
 */
function periodFrom({ clock }: AffiliateDeps, { period }: Choice): string {
  const current = periodOf(clock());
  if (period === undefined) return current;
  if (!/^\d{4}-(0[1-9]|1[0-2])(-01)?$/.test(period)) throw new Misuse('--period must be a month, YYYY-MM.');
  const named = `${period.slice(0, 7)}-01`;
  if (named > current) throw new Misuse(`${named} is in the future.`);
  return named;
}

function namedBy({ batch, payout }: Choice) {
  if ((batch === undefined) === (payout === undefined)) throw new Misuse('Specify --batch or --payout.');
  return { batchId: batch, payoutIds: payout };
}

async function writeFile(deps: AffiliateDeps, { batch, out }: Choice): Promise<void> {
  const batchId = batch ?? (await makeBatch(deps, 'csv', 'sent'))?.id;
  if (batchId === undefined) return complain('There are no open payouts.');
  const file = await writePaymentFile(deps, batchId);
  if (file === '') throw new Error(`Batch ${batchId} does not exist or has no payouts.`);
  try {
    if (out === undefined) process.stdout.write(file);
    else writeFileSync(out, file, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new Error(`${(error as Error).message}. To write the file again, run: csv --batch ${batchId}`);
  }
  complain(
    `Wrote the payouts${out ? ` to ${out}` : ''}. After PayPal has accepted them, run: mark-paid --batch ${batchId}`,
  );
}

/** Prints an error to standard error, because standard output may contain an exported file. */
function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function say(line: string, code = 0): number {
  (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return code;
}
