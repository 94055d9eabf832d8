import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nextPeriod, periodOf, startOf } from '../src/ledger/calendar.ts';
import {
  affiliateEnv,
  becomePartner,
  dashboardOf,
  publishFact,
  startAffiliate,
  type TestAffiliate,
} from './affiliate.ts';
import { earn, type Partner, payoutsIn, paypalEnv } from './earning.ts';
import { startFakePaypal } from './fake-paypal.ts';

const command = join(import.meta.dirname, '../src/payouts/command.ts');
/** The current payout period, because the command uses the system clock. */
const period = periodOf(new Date());
const longAgo = new Date(startOf(period).getTime() - 90 * 24 * 3_600_000).toISOString();

interface Result {
  code: number;
  out: string;
  error: string;
}
type Run = (...args: string[]) => Promise<Result>;

/** Returns a function that runs the payout command as a separate process, like an operator. */
function runnerFor(env: Record<string, string>): Run {
  return (...args) =>
    new Promise((done) => {
      const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const };
      execFile(process.execPath, [command, ...args], options, (fault, out, error) => {
        done({ code: typeof fault?.code === 'number' ? fault.code : fault ? -1 : 0, out, error });
      });
    });
}

interface Opened {
  affiliate: TestAffiliate;
  partners: Partner[];
  run: Run;
}

/** Starts the affiliate service, by default without PayPal, and creates a partner for each balance. */
async function open(balances: number[], env: Record<string, string> = {}): Promise<Opened> {
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

const batchNamedIn = ({ error }: Result) => /pb_[0-9a-f]{24}/.exec(error)?.[0] ?? '';
const earningsOf = async (affiliate: TestAffiliate, partner?: Partner) =>
  (await dashboardOf(affiliate, partner as Partner)).earnings;

describe('preview', () => {
  it('shows what a run would pay and why other balances wait, without changing any data', async () => {
    const { affiliate, partners, run } = await open([3_000, 2_499, 5_000]);
    const [paid, waiting, gone] = partners;
    const accountId = gone?.who.accountId ?? '';
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    const tables = `select (select count(*)::int from payouts) as payouts, (select count(*)::int from payout_runs) as runs,
      (select sum(settled_cents)::int from commissions) as settled`;
    const { code, out } = await run('preview');
    expect(code).toBe(0);
    expect(out).toContain(`Period ${period}: 1 to pay, 30.00 USD`);
    expect(out).toMatch(new RegExp(`${paid?.code} +30\\.00 USD +pay\\.${paid?.who.email}`));
    expect(out).toMatch(new RegExp(`Moves to the next month: 1\\n +${waiting?.code} +24\\.99 USD`));
    expect(out).toContain('Payouts in progress: 0, 0.00 USD');
    expect(out).not.toContain(gone?.code);
    expect(await affiliate.servers.sql(tables)).toEqual([{ payouts: 0, runs: 0, settled: 0 }]);
  });

  it('of a past month includes only balances that were due at its start', async () => {
    const { run } = await open([3_000]);
    for (const month of ['2020-01', '2020-01-01']) {
      expect((await run('preview', '--period', month)).out).toContain(
        'Period 2020-01-01: 0 to pay, 0.00 USD',
      );
    }
  });

  it('lists pending payouts after a run', async () => {
    const { affiliate, run } = await open([3_000]);
    await run('run');
    const [payout] = await payoutsIn(affiliate);
    const { out } = await run('preview');
    expect(out).toContain(`Period ${period}: 0 to pay`);
    expect(out).toContain(
      `Payouts in progress: 1, 30.00 USD\n  ${payout?.id}      30.00 USD  ${payout?.email}  open`,
    );
  });
});

describe('run', () => {
  it('closes the month once for concurrent operators, and prints the next step without PayPal', async () => {
    const { affiliate, run } = await open([3_000, 2_600, 2_499]);
    const results = await Promise.all([run('run'), run('run'), run('run')]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    const made = results.map(({ out }) => Number(/^Payouts created for \S+: (\d+)/.exec(out)?.[1]));
    expect(made.reduce((sum, count) => sum + count)).toBe(2);
    for (const { out } of results) expect(out).toContain('`csv`');
    expect((await run('run')).out).toContain(`Payouts created for ${period}: 0`);
    expect(await payoutsIn(affiliate)).toMatchObject([{ period, status: 'open' }, { status: 'open' }]);
  });

  it('sends payouts if PayPal is configured, and rejects attempts to mark or export them', async () => {
    const paypal = await startFakePaypal();
    onTestFinished(() => paypal.close());
    const { affiliate, partners, run } = await open([3_000], paypalEnv(paypal));
    const { code, out } = await run('run');
    expect(code).toBe(0);
    expect(out).toContain('Payouts in progress: 1, 30.00 USD');
    expect(paypal.paidCents(`pay.${partners[0]?.who.email}`)).toBe(3_000);
    const [payout] = await payoutsIn(affiliate);
    const names = [
      ['--payout', payout?.id ?? ''],
      ['--batch', payout?.batchId ?? ''],
    ];
    for (const name of names) {
      expect(await run('mark-paid', ...name)).toMatchObject({
        code: 1,
        error: expect.stringContaining('PayPal is processing payout'),
      });
      expect((await run('mark-failed', ...name, '--reason', 'x')).code).toBe(1);
    }
    const file = await run('csv', '--batch', payout?.batchId ?? '');
    expect([file.code, file.out]).toEqual([1, '']);
    expect((await run('csv')).error).toContain('There are no open payouts.');
    expect(await payoutsIn(affiliate)).toMatchObject([{ status: 'sent' }]);
  });

  it('exits with 1 if PayPal does not respond, and the next run continues', async () => {
    const paypal = await startFakePaypal();
    onTestFinished(() => paypal.close());
    const { partners, run } = await open([3_000], paypalEnv(paypal));
    paypal.setFault(() => ({ status: 503 }));
    const { code, error } = await run('run');
    expect([code, error]).toEqual([1, expect.stringContaining('503')]);
    expect(error).not.toContain(paypal.clientSecret);
    paypal.setFault(undefined);
    expect((await run('run')).code).toBe(0);
    expect(paypal.paidCents(`pay.${partners[0]?.who.email}`)).toBe(3_000);
  });
});

describe('csv', () => {
  // Spec: 1.32
  it('writes one row per open payout in PayPal’s format, and each payout to only one file', async () => {
    const { affiliate, run } = await open([3_000, 2_505]);
    await run('run');
    const first = await run('csv');
    expect(first.code).toBe(0);
    const payouts = (await payoutsIn(affiliate)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const month = period.slice(0, 7);
    expect(first.out).toBe(
      payouts
        .map(({ email, cents, id }) => {
          const amount = cents === 3_000 ? '30.00' : '25.05';
          return `${email},${amount},USD,${id},Gossamer affiliate commissions ${month},PAYPAL\r\n`;
        })
        .join(''),
    );
    expect(await run('csv')).toEqual({ code: 0, out: '', error: 'There are no open payouts.\n' });
    const again = await run('csv', '--batch', batchNamedIn(first));
    expect(again.out).toBe(first.out);
    expect(await payoutsIn(affiliate)).toMatchObject(
      Array(2).fill({ status: 'sent', batchId: batchNamedIn(first) }),
    );
  });

  it('writes the same content to the file of --out, which only the operator can read', async () => {
    const { run } = await open([3_000]);
    const folder = await mkdtemp(join(tmpdir(), 'payouts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await run('run');
    const path = join(folder, 'payouts.csv');
    const written = await run('csv', '--out', path);
    expect([written.code, written.out]).toEqual([0, '']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { out } = await run('csv', '--batch', batchNamedIn(written));
    expect(await readFile(path, 'utf8')).toBe(out);
    expect(out).toMatch(/^pay\./);
  });

  it('prints the batch id even if the file cannot be written, so that it can be exported again', async () => {
    const { run } = await open([3_000]);
    await run('run');
    const failed = await run('csv', '--out', '/nowhere/payouts.csv');
    expect(failed.code).toBe(1);
    expect((await run('csv', '--batch', batchNamedIn(failed))).out).toMatch(/^pay\./);
  });

  it('exits with 1 for an unknown batch', async () => {
    const { run } = await open([]);
    expect(await run('csv', '--batch', 'pb_unknown')).toMatchObject({ code: 1, out: '' });
  });

  it('exports each payout once if two operators run the command concurrently', async () => {
    const { run } = await open([3_000, 3_000]);
    await run('run');
    const both = await Promise.all([run('csv'), run('csv')]);
    const rows = both.flatMap(({ out }) => out.split('\r\n').filter(Boolean));
    expect(rows).toHaveLength(2);
    expect(new Set(rows).size).toBe(2);
  });
});

describe('mark-paid and mark-failed', () => {
  it('settle a batch or individual payouts, and make returned amounts due again', async () => {
    const { affiliate, partners, run } = await open([3_000, 3_000, 3_000]);
    await run('run');
    const batchId = batchNamedIn(await run('csv'));
    const [first, second] = await payoutsIn(affiliate);
    const ids = [first?.id ?? '', second?.id ?? ''];
    const named = ids.flatMap((id) => ['--payout', id]);
    expect((await run('mark-paid', ...named, '--reference', 'file 7')).out).toBe(
      'Payouts marked as paid: 2\n',
    );
    expect((await run('mark-paid', '--batch', batchId)).out).toBe('Payouts marked as paid: 1\n');
    expect((await run('mark-paid', '--batch', batchId)).out).toBe('Payouts marked as paid: 0\n');
    expect(await payoutsIn(affiliate)).toMatchObject([
      { status: 'paid', reference: 'file 7' },
      { status: 'paid', reference: 'file 7' },
      { status: 'paid', reference: null },
    ]);
    const batches = await affiliate.servers.sql('select status from payout_batches');
    expect(batches).toEqual([{ status: 'done' }]);

    const failed = await run('mark-failed', '--payout', ids[0] ?? '', '--reason', 'account closed');
    expect(failed).toMatchObject({ code: 0, out: expect.stringContaining('Payouts marked as failed: 1') });
    const owner = partners.find(({ code }) => code === first?.code);
    expect(await earningsOf(affiliate, owner)).toMatchObject({ dueCents: 3_000, paidCents: 0 });
    expect((await payoutsIn(affiliate))[0]).toMatchObject({ status: 'failed', reason: 'account closed' });
    // A returned payout keeps its status even if the operator marks the payout again.
    await run('mark-failed', '--payout', ids[0] ?? '', '--reason', 'again');
    await run('mark-paid', '--payout', ids[0] ?? '');
    expect((await payoutsIn(affiliate))[0]).toMatchObject({ status: 'failed', reason: 'account closed' });
    expect(await earningsOf(affiliate, owner)).toMatchObject({ dueCents: 3_000, paidCents: 0 });
  });

  it('settle all of the given payouts or none', async () => {
    const { affiliate, run } = await open([3_000]);
    await run('run');
    await run('csv');
    const [payout] = await payoutsIn(affiliate);
    const wrong = await run('mark-paid', '--payout', payout?.id ?? '', '--payout', 'po_unknown');
    expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining('po_unknown')]);
    expect(await payoutsIn(affiliate)).toMatchObject([{ status: 'sent' }]);
  });

  it('reject unsent payouts, unknown payouts and unknown batches', async () => {
    const { affiliate, run } = await open([3_000]);
    await run('run');
    const [unsent] = await payoutsIn(affiliate);
    for (const id of [unsent?.id ?? '', 'po_unknown', '']) {
      expect((await run('mark-paid', '--payout', id)).code).toBe(1);
    }
    expect((await run('mark-paid', '--batch', 'pb_unknown')).code).toBe(1);
    expect(await payoutsIn(affiliate)).toMatchObject([{ status: 'open' }]);
  });
});

describe('the command', () => {
  let opened: Pick<Opened, 'affiliate' | 'run'>;
  beforeAll(async () => {
    const affiliate = await startAffiliate();
    opened = { affiliate, run: runnerFor(affiliateEnv(affiliate.servers)) };
  });
  afterAll(() => opened.affiliate.close());

  const next = nextPeriod(period).slice(0, 7);
  it.each([
    [[]],
    [['pay']],
    [['toString']],
    [['constructor']],
    [['run', 'now']],
    [['run', '--fast']],
    [['run', '--period', next]],
    [['preview', '--period', next]],
    [['run', '--period', '2026-13']],
    [['run', '--period', 'june']],
    [['run', '--period', '']],
    [['run', '--period']],
    [['mark-paid']],
    [['mark-paid', '--batch', 'pb_1', '--payout', 'po_1']],
    [['mark-failed', '--reason', 'x']],
    [['mark-failed', '--payout', 'po_1']],
    [['mark-failed', '--payout', 'po_1', '--reason', '']],
  ])('exits with 2 and prints its usage for the arguments %j', async (args) => {
    const { code, out, error } = await opened.run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain('Usage: npm run affiliate:payouts -- COMMAND');
    expect(await opened.affiliate.servers.sql('select from payout_runs')).toEqual([]);
  });

  it('prints its usage for --help, even without configuration', async () => {
    const run = runnerFor({ DATABASE_URL: '', REDIS_URL: '', IDENTITY_SECRET: '' });
    const { code, out } = await run('--help');
    expect([code, out]).toEqual([0, expect.stringContaining('mark-failed')]);
    expect((await run('preview')).code).toBe(1);
  });
});
