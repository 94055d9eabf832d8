import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPeriod } from '../src/ledger/calendar.ts';
import { affiliateEnv, startAffiliate } from './affiliate.ts';
import { payoutsIn } from './earning.ts';
import { batchNamedIn, earningsOf, type Opened, open, period, runnerFor } from './payout-command.ts';

describe('the payout commands mark-paid and mark-failed', () => {
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
    // A failed payout keeps its status and reason even if the operator marks it as failed or paid again.
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

describe('the payout command', () => {
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
