import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishFact } from './affiliate.ts';
import { payoutsIn, paypalEnv } from './earning.ts';
import { startFakePaypal } from './fake-paypal.ts';
import { batchNamedIn, open, period } from './payout-command.ts';

describe('the preview of the payout command', () => {
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

  it('includes only balances that were due at the start of the month if a past month is given', async () => {
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

describe('the payout command run', () => {
  it('closes the month once for concurrent operators, and suggests an export if PayPal is not configured', async () => {
    const { affiliate, run } = await open([3_000, 2_600, 2_499]);
    const results = await Promise.all([run('run'), run('run'), run('run')]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    const made = results.map(({ out }) => Number(/^Payouts created for \S+: (\d+)/.exec(out)?.[1]));
    expect(made.reduce((sum, count) => sum + count)).toBe(2);
    for (const { out } of results) expect(out).toContain('`csv`');
    expect((await run('run')).out).toContain(`Payouts created for ${period}: 0`);
    expect(await payoutsIn(affiliate)).toMatchObject([{ period, status: 'open' }, { status: 'open' }]);
  });

  it('sends payouts through PayPal if it is configured; sent payouts cannot be marked or exported', async () => {
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

  it('exits with 1 if PayPal does not respond, and the next run resumes the payouts', async () => {
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

describe('the payout command csv', () => {
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

  it('writes the same content to the file given by --out, which only the operator can read', async () => {
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

  it('prints the batch id even if the file cannot be written, so that the batch can be exported again', async () => {
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
