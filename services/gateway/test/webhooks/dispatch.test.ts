import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryRow } from '../../src/db/api-tables.ts';
import { claimDeliveries, maxInProgress } from '../../src/deliveries/claim-deliveries.ts';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { webhookQueue } from '../../src/webhooks/send-due-deliveries.ts';
import type { TestMember } from '../accounts/people.ts';
import { startGateway, type TestGateway } from '../gateway.ts';
import {
  addEndpoint,
  dispatch,
  finalized,
  finalizeJob,
  reachingOut,
  secretOf,
  signUpPro,
} from './members.ts';
import { type Receiver, say, startReceiver, verify } from './receiver.ts';

let gateway: TestGateway;
let receiver: Receiver;
let member: TestMember;
const running: Deliveries[] = [];

const start = (...more: Parameters<typeof dispatch> extends [unknown, ...infer Rest] ? Rest : never) => {
  const deliveries = dispatch(gateway, ...more);
  running.push(deliveries);
  return deliveries;
};

beforeAll(async () => {
  gateway = await startGateway(reachingOut);
  return () => gateway.close();
});

beforeEach(async () => {
  receiver = await startReceiver();
  member = await signUpPro(gateway);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  receiver.close();
  await gateway.servers.sql('delete from deliveries');
});

/** Inserts many pending webhook deliveries, distributed over the given URLs. */
const addMany = (webhookId: string, count: number, urls: string[]) =>
  gateway.servers.sql(
    `insert into deliveries (id, webhook_id, account_id, type, url, next_attempt_at, created_at)
     select replace(gen_random_uuid()::text, '-', ''), $1, account_id, 'webhook.test',
       ($2::text[])[1 + n % cardinality($2::text[])], now() + n * interval '1 microsecond', now()
     from webhooks, generate_series(1, $3::int) n where id = $1`,
    [webhookId, urls, count],
  );

describe('a webhook receiver', () => {
  it('gets all 100 messages even if three in ten attempts fail, with the same id in each retry', async () => {
    let seed = 7;
    receiver.answer((response) => {
      seed = (seed * 48_271) % 2_147_483_647;
      const draw = seed / 2_147_483_647;
      // Fail at random: send an error status, close the connection or redirect.
      if (draw < 0.1) response.writeHead(500).end();
      else if (draw < 0.2) response.socket?.destroy();
      else if (draw < 0.3) response.writeHead(302, { location: '/' }).end();
      else response.end();
    });
    const hook = await addEndpoint(member, receiver.url);
    const ids = [];
    for (let job = 0; job < 100; job += 1) ids.push(await finalizeJob(gateway, member.accountId));
    start({ retrySeconds: Array(20).fill(0.02) });
    const rows = await finalized(gateway, hook.id);
    expect(rows).toHaveLength(100);
    expect(rows.every(({ status }) => status === 'delivered')).toBe(true);
    const secret = await secretOf(member, hook.id);
    const bodies = new Map<string, Set<string>>();
    for (const one of receiver.received) {
      const { data } = verify(secret, one) as { data: { id: string } };
      const known = bodies.get(one.headers['webhook-id']!) ?? new Set();
      bodies.set(one.headers['webhook-id']!, known.add(data.id));
    }
    expect(receiver.received.length).toBeGreaterThan(110);
    expect([...bodies.values()].every((of) => of.size === 1)).toBe(true);
    expect([...bodies.values()].flatMap((of) => [...of]).sort()).toEqual(ids.sort());
  });

  it('does not delay other receivers if it is slow and has many pending messages', async () => {
    const slow = await startReceiver(() => undefined);
    const slowHook = await addEndpoint(member, slow.url);
    await addMany(slowHook.id, 500, [slow.url]);
    const deliveries = start({ closeMs: 0 });
    await waitFor('the slow ones', () => slow.received.length === maxInProgress.perHost);
    const neighbor = await signUpPro(gateway);
    const hook = await addEndpoint(neighbor, receiver.url);
    for (let job = 0; job < 15; job += 1) {
      await finalizeJob(gateway, neighbor.accountId);
      await waitFor('the neighbor', () => receiver.received.length === job + 1);
    }
    expect((await finalized(gateway, hook.id)).every(({ status }) => status === 'delivered')).toBe(true);
    // The slow receiver must not receive more than the maximum number of concurrent requests.
    expect(slow.received).toHaveLength(maxInProgress.perHost);
    await deliveries.close();
    // Aborted attempts are not counted, and their deliveries are due again.
    const rows = await gateway.servers.sql(
      'select count(*)::int from deliveries where webhook_id = $1 and attempt_count = 0 and leased_until is null',
      [slowHook.id],
    );
    expect(rows[0]?.count).toBe(500);
    slow.close();
  });
});

describe('claiming webhook deliveries', () => {
  const later = () => new Date(Date.now() + 5_000);

  it('is limited per host, per account and in total', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const hosts = Array.from({ length: 40 }, (_, index) => `https://h${index}.example/`);
    await addMany(hook.id, 2_000, hosts);
    await addMany(hook.id, 2_000, ['https://one.example/']);
    const first = await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), []);
    expect(first).toHaveLength(maxInProgress.perAccount);
    const perHost = Object.values(Object.groupBy(first, ({ host }) => host)).map((rows) => rows?.length);
    expect(Math.max(...perHost.map(Number))).toBeLessThanOrEqual(maxInProgress.perHost);
    expect(await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), first)).toEqual([]);
    expect(
      await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), first.slice(1)),
    ).toHaveLength(1);

    for (let other = 0; other < 5; other += 1) {
      const neighbor = await signUpPro(gateway);
      await addMany((await addEndpoint(neighbor, receiver.url)).id, 100, hosts);
    }
    const second = await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), first);
    expect(second).toHaveLength(maxInProgress.total - first.length);
    expect(second.some(({ accountId }) => accountId === member.accountId)).toBe(false);
    expect(
      await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), [...first, ...second]),
    ).toEqual([]);
  });

  it('assigns each delivery to only one of many concurrent callers', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const hosts = Array.from({ length: 30 }, (_, index) => `https://h${index}.example/`);
    await addMany(hook.id, 300, hosts);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () =>
        claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), []),
      ),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(maxInProgress.perAccount);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('skips deliveries that are not due or not pending', async () => {
    const hook = await addEndpoint(member, receiver.url);
    await addMany(hook.id, 3, [receiver.url]);
    await gateway.servers.sql(
      "update deliveries set next_attempt_at = now() + interval '1 hour' where webhook_id = $1",
      [hook.id],
    );
    expect(await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), [])).toEqual([]);
    await gateway.servers.sql("update deliveries set status = 'failed', next_attempt_at = null");
    expect(await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, later(), [])).toEqual([]);
  });
});

describe('background processes', () => {
  it('send each message once if they run concurrently', async () => {
    receiver.answer(async (response) => {
      await sleep(5);
      response.end();
    });
    const hook = await addEndpoint(member, receiver.url);
    await addMany(hook.id, 200, [receiver.url]);
    start();
    start();
    start();
    const rows = await finalized(gateway, hook.id);
    expect(rows.every(({ status, attempt_count }) => status === 'delivered' && attempt_count === 1)).toBe(
      true,
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(200);
    expect(receiver.received).toHaveLength(200);
  });

  it('take over a delivery after its lease expires if another process has crashed during the attempt', async () => {
    const hook = await addEndpoint(member, receiver.url);
    await finalizeJob(gateway, member.accountId);
    // Claim a delivery without recording the attempt, like a process that crashes.
    const [lost] = await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, new Date(), []);
    expect(lost?.webhookId).toBe(hook.id);
    const beforeTheEnd = new Date(Date.now() + 59_000);
    expect(await claimDeliveries<DeliveryRow>(gateway.deps.db, webhookQueue, beforeTheEnd, [])).toEqual([]);
    await gateway.servers.sql(
      "update deliveries set next_attempt_at = now() - interval '1 second', leased_until = now() - interval '1 second'",
    );
    start();
    const [row] = await finalized(gateway, hook.id);
    expect(row).toMatchObject({ id: lost?.id, status: 'delivered', attempt_count: 2 });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([lost?.id]);
  });

  it('do not record a failed attempt if the delivery has been claimed again in the meantime', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    receiver.answer(async (response) => void response.writeHead(await promise).end());
    const hook = await addEndpoint(member, receiver.url);
    await finalizeJob(gateway, member.accountId);
    const late = start();
    await waitFor('the first', () => receiver.received.length === 1);
    await gateway.servers.sql('update deliveries set attempt_count = attempt_count + 1');
    resolve(500);
    await late.close();
    const rows = await gateway.servers.sql('select * from deliveries where webhook_id = $1', [hook.id]);
    expect(rows[0]).toMatchObject({ status: 'pending', last_status: null });
    receiver.answer(say(200));
    await gateway.servers.sql('update deliveries set next_attempt_at = now()');
    start();
    expect((await finalized(gateway, hook.id))[0]?.status).toBe('delivered');
  });

  it('complete attempts in flight before they exit', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answer(async (response) => {
      await promise;
      response.end();
    });
    const hook = await addEndpoint(member, receiver.url);
    await finalizeJob(gateway, member.accountId);
    const deliveries = start();
    await waitFor('the first', () => receiver.received.length === 1);
    const closed = deliveries.close();
    resolve();
    await closed;
    expect((await finalized(gateway, hook.id))[0]).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });
});
