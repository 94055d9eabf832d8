import { webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { retryAt } from '../../src/deliveries/retry.ts';
import { pruneDeliveries } from '../../src/webhooks/prune-deliveries.ts';
import { newSecret, seal, unseal } from '../../src/webhooks/secrets.ts';
import { send, type TestMember } from '../accounts/people.ts';
import { startGateway, type TestGateway } from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import {
  addEndpoint,
  deliveriesOf,
  dispatch,
  finalized,
  finalizeJob,
  listOf,
  reachingOut,
  signUpPro,
} from './members.ts';
import { type Receiver, say, startReceiver, verify } from './receiver.ts';

const now = new Date('2026-12-01T12:00:00Z');
const schedule = { now, retrySeconds: webhookRetrySeconds };
const secondsUntil = (then: Date | undefined) => then && (then.getTime() - now.getTime()) / 1_000;

describe('the next delivery attempt', () => {
  it.each(webhookRetrySeconds.map((seconds, index) => [index + 1, seconds]))(
    'after %i failed attempts is delayed by %i s, plus or minus a fifth',
    (tries, seconds) => {
      const waits = Array.from({ length: 200 }, () =>
        secondsUntil(retryAt({ status: 500, retryAfter: null }, tries, schedule)),
      );
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(seconds * 0.8);
        expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      }
      expect(new Set(waits).size).toBeGreaterThan(20);
    },
  );

  it('is not scheduled once the schedule has ended', () => {
    expect(
      retryAt({ status: 500, retryAfter: '60' }, webhookRetrySeconds.length + 1, schedule),
    ).toBeUndefined();
  });

  it.each([
    [429, '3600', 3_600],
    [503, '3600', 3_600],
    [429, 'Tue, 01 Dec 2026 13:00:00 GMT', 3_600],
    [429, '999999999', 86_400],
    [503, 'Tue, 01 Dec 2037 13:00:00 GMT', 86_400],
  ])('after status %i with Retry-After %s is delayed by %i s', (status, retryAfter, seconds) => {
    expect(secondsUntil(retryAt({ status, retryAfter }, 1, schedule))).toBe(seconds);
  });

  it.each([
    [500, '3600'],
    [429, 'soon'],
    [429, '-5'],
    [429, 'Tue, 01 Dec 2020 13:00:00 GMT'],
    [429, null],
  ])('follows the schedule after status %i with Retry-After %s', (status, retryAfter) => {
    expect(secondsUntil(retryAt({ status, retryAfter }, 1, schedule))).toBeLessThanOrEqual(6);
  });
});

describe('a webhook secret', () => {
  const config = { secret: 'a secret of more than thirty-two characters' };

  it('can be decrypted only with the same key and for the same account', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const sealed = seal(config, 'ada', secret);
    expect(unseal(config, 'ada', sealed)).toBe(secret);
    expect(() => unseal(config, 'eve', sealed)).toThrow();
    expect(() => unseal({ secret: `${config.secret}!` }, 'ada', sealed)).toThrow();
    const other = sealed.startsWith('A') ? 'B' : 'A';
    expect(() => unseal(config, 'ada', `${other}${sealed.slice(1)}`)).toThrow();
    expect(() => unseal(config, 'ada', sealed.slice(0, 40))).toThrow();
    expect(seal(config, 'ada', secret)).not.toBe(sealed);
  });
});

describe('a webhook', () => {
  let gateway: TestGateway;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let member: TestMember;
  let deliveries: Deliveries | undefined;
  const lines: unknown[] = [];

  beforeAll(async () => {
    mailbox = await openMailbox();
    gateway = await startGateway({ ...reachingOut, ...mailbox.env });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      gateway.deps.logger[level] = ((...about: unknown[]) => lines.push(about)) as never;
    }
    return async () => {
      await gateway.close();
      await mailbox.close();
    };
  });

  beforeEach(async () => {
    receiver = await startReceiver(say(500));
    member = await signUpPro(gateway, { preferredLanguage: 'de' });
  });

  afterEach(async () => {
    await deliveries?.close();
    receiver.close();
    gateway.deps.clock = () => new Date();
  });

  it('is disabled if it has failed for five days and a delivery has no attempts left', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const failingSince = async (days: number) =>
      gateway.servers.sql('update webhooks set failing_since = $2 where id = $1', [
        hook.id,
        new Date(Date.now() - days * 86_400_000),
      ]);
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    const [row] = await gateway.servers.sql('select failing_since from webhooks where id = $1', [hook.id]);
    expect(row?.failing_since).toBeInstanceOf(Date);
    await failingSince(4.9);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect((await listOf(member))[0]?.isEnabled).toBe(true);
    await failingSince(5.1);
    receiver.answer(say(200));
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    receiver.answer(say(500));
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect((await listOf(member))[0]?.isEnabled).toBe(true);
    await failingSince(5.1);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect((await listOf(member))[0]).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
    const mails = (await mailbox.receive(gateway, member.email)).filter(({ token }) => !token);
    expect(mails.map(({ subject }) => subject)).toHaveLength(1);
    expect(mails[0]?.text).toContain('seit 5\u00a0Tagen');

    // Enabling the webhook again restarts the period of continuous failures.
    await send(member.browser, 'PATCH', `/api/webhooks/${hook.id}`, { isEnabled: true });
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect((await listOf(member))[0]?.isEnabled).toBe(true);
  });

  it('still receives messages after its account leaves Pro', async () => {
    const hook = await addEndpoint(member, receiver.url);
    receiver.answer(say(200));
    await gateway.servers.sql("update accounts set plan = 'free' where id = $1", [member.accountId]);
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    expect((await finalized(gateway, hook.id))[0]?.status).toBe('delivered');
  });

  it('is not called, and its messages fail, if its secret cannot be decrypted', async () => {
    const hook = await addEndpoint(member, receiver.url);
    await gateway.servers.sql("update webhooks set sealed_secret = 'AAAA' where id = $1", [hook.id]);
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    expect((await finalized(gateway, hook.id))[0]).toMatchObject({ status: 'failed', last_fault: null });
    expect(receiver.received).toEqual([]);
  });

  it('is not called if its host name resolves to a forbidden network', async () => {
    const hook = await addEndpoint(member, receiver.url);
    await gateway.servers.sql('update webhooks set url = $2 where id = $1', [
      hook.id,
      receiver.url.replace('127.0.0.1', 'localhost'),
    ]);
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    expect((await finalized(gateway, hook.id))[0]).toMatchObject({ last_fault: 'address_not_allowed' });
    expect(receiver.received).toEqual([]);
  });

  it('is deleted with its deliveries, including one in flight', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answer(async (response) => {
      await promise;
      response.end();
    });
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    await waitFor('the message', () => receiver.received.length === 1);
    expect((await send(member.browser, 'DELETE', `/api/webhooks/${hook.id}`)).status).toBe(204);
    resolve();
    await deliveries.close();
    expect(await deliveriesOf(gateway, hook.id)).toEqual([]);
    expect(
      await gateway.servers.sql('select 1 from deliveries d where account_id = $1', [member.accountId]),
    ).toEqual([]);
  });

  it('keeps its deliveries for 30 days', async () => {
    const hook = await addEndpoint(member, receiver.url);
    await finalizeJob(gateway, member.accountId);
    await finalizeJob(gateway, member.accountId);
    await gateway.servers.sql(
      `update deliveries set created_at = now() - interval '31 days' where id =
        (select id from deliveries where webhook_id = $1 limit 1)`,
      [hook.id],
    );
    expect(await pruneDeliveries(gateway.deps)).toBe(1);
    expect(await deliveriesOf(gateway, hook.id)).toHaveLength(1);
  });

  it('never exposes its secret in the logs', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const path = `/api/webhooks/${hook.id}`;
    const { secret } = (await (await member.browser(`${path}/secret`)).json()) as { secret: string };
    await send(member.browser, 'POST', `${path}/rotate`);
    deliveries = dispatch(gateway);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect(() => verify(secret, receiver.received[0]!)).not.toThrow();
    expect(lines.length).toBeGreaterThan(10);
    const text = JSON.stringify(lines);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice(6));
    expect(text).not.toMatch(/whsec_|v1,/);
  });
});
