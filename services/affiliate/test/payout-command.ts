import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { periodOf, startOf } from '../src/ledger/calendar.ts';
import { affiliateEnv, becomePartner, dashboardOf, startAffiliate, type TestAffiliate } from './affiliate.ts';
import { earn, type Partner } from './earning.ts';

const command = join(import.meta.dirname, '../src/payouts/command.ts');
/** The current payout period. It depends on the system clock, as does the command. */
export const period = periodOf(new Date());
const longAgo = new Date(startOf(period).getTime() - 90 * 24 * 3_600_000).toISOString();

interface Result {
  code: number;
  out: string;
  error: string;
}
type Run = (...args: string[]) => Promise<Result>;

/** Returns a function that runs the payout command as a separate process, like an operator. */
export function runnerFor(env: Record<string, string>): Run {
  return (...args) =>
    new Promise((done) => {
      const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const };
      execFile(process.execPath, [command, ...args], options, (fault, out, error) => {
        done({ code: typeof fault?.code === 'number' ? fault.code : fault ? -1 : 0, out, error });
      });
    });
}

export interface Opened {
  affiliate: TestAffiliate;
  partners: Partner[];
  run: Run;
}

/** Starts the affiliate service, by default without PayPal, and creates a partner for each balance. */
export async function open(balances: number[], env: Record<string, string> = {}): Promise<Opened> {
  const affiliate = await startAffiliate(env);
  onTestFinished(() => affiliate.close());
  affiliate.setTime(new Date());
  const partners: Partner[] = [];
  for (const cents of balances) {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, cents, longAgo);
    partners.push(partner);
  }
  return { affiliate, partners, run: runnerFor({ ...affiliateEnv(affiliate.servers), ...env }) };
}

export const batchNamedIn = ({ error }: Result) => /pb_[0-9a-f]{24}/.exec(error)?.[0] ?? '';
export const earningsOf = async (affiliate: TestAffiliate, partner?: Partner) =>
  (await dashboardOf(affiliate, partner as Partner)).earnings;
