import type { FactName } from '@gossamer/contracts/facts';
import { createRedis } from '@gossamer/service-kit/redis';
import { waitFor } from '@gossamer/testkit/wait';
import { Queue, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInbox } from '../src/inbox.ts';
import { becomePartner, dashboardOf, newcomer, startAffiliate, type TestAffiliate } from './affiliate.ts';
import type { Partner } from './earning.ts';

let affiliate: TestAffiliate;
let consumer: Redis;
let inbox: Worker;
let queue: Queue;
beforeAll(async () => {
  affiliate = await startAffiliate();
  const { deps, servers } = affiliate;
  consumer = createRedis(deps.config.redis, 'consumer', deps.logger);
  inbox = startInbox(deps, consumer);
  queue = new Queue('inbox-affiliate', { connection: deps.redis, prefix: servers.redisPrefix });
});
afterAll(async () => {
  await Promise.all([inbox.close(), queue.close()]);
  consumer.disconnect();
  await affiliate.close();
});

/** Adds a fact to the inbox, like the relay of the gateway or the billing service. */
async function ship(name: FactName, key: string, version: number, payload: object): Promise<void> {
  const id = `${name}-${key}-${version}`;
  await queue.add(name, { id, name, key, version, payload }, { jobId: id });
}

async function signUpBy({ code }: Partner) {
  const { accountId, email } = newcomer();
  await ship('account.created', accountId, 1, { accountId, email, referralCode: code });
  return accountId;
}

/** Waits until the dashboard of a partner meets a condition. */
const shown = (partner: Partner, isThere: (board: Awaited<ReturnType<typeof dashboardOf>>) => boolean) =>
  waitFor('the dashboard', async () => {
    const board = await dashboardOf(affiliate, partner);
    return isThere(board) && board;
  });

describe('facts from the queue', () => {
  it('update the dashboard after a sign-up, a payment and a refund', async () => {
    const partner = await becomePartner(affiliate);
    const accountId = await signUpBy(partner);
    const payment = {
      paymentId: 'in_1',
      accountId,
      amountCents: 900,
      currency: 'usd',
      cardFingerprint: 'card',
      paidAt: '2026-03-14T12:00:00.000Z',
    };
    await ship('payment.succeeded', 'in_1', 1, payment);
    // Wait for the earnings and the totals, because separate SQL statements read them.
    await shown(
      partner,
      ({ earnings, totals }) =>
        earnings.heldCents === 225 && totals.signups === 1 && totals.payingMembers === 1,
    );
    await ship('payment.refunded', 'in_1', 2, { ...payment, refundedCents: 900 });
    await shown(partner, ({ earnings }) => earnings.heldCents === 0 && earnings.reversedCents === 225);
  });

  it('are accepted in the old format with defaults: dollars, paid now, unknown card', async () => {
    const partner = await becomePartner(affiliate);
    const accountId = await signUpBy(partner);
    await ship('payment.succeeded', 'in_old', 1, { paymentId: 'in_old', accountId, amountCents: 900 });
    await shown(partner, ({ earnings }) => earnings.heldCents === 225);
    const [row] = await affiliate.servers.sql('select * from payments where payment_id = $1', ['in_old']);
    expect(row).toMatchObject({
      currency: 'usd',
      card_fingerprint: null,
      paid_at: affiliate.deps.clock(),
    });
  });

  it('fail permanently if they are invalid, without delaying others', async () => {
    const partner = await becomePartner(affiliate);
    await queue.add('payment.invented', {}, { jobId: 'unknown' });
    await ship('payment.succeeded', 'in_bad', 1, { paymentId: 'in_bad', amountCents: -1 });
    await signUpBy(partner);
    await shown(partner, ({ totals }) => totals.signups === 1);
    await waitFor('what failed', async () => (await queue.getFailedCount()) === 2);
  });

  it('end the partnership of a deleted account', async () => {
    const partner = await becomePartner(affiliate);
    const { accountId } = partner.who;
    await ship('account.deleted', accountId, 2, { accountId });
    await waitFor('the end', async () => {
      const rows = await affiliate.servers.sql(
        'select from partners where code = $1 and closed_at is not null',
        [partner.code],
      );
      return rows.length === 1;
    });
  });
});
