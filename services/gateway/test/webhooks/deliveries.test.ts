import { delivery, deliveryDetail, deliveryList } from '@gossamer/contracts/webhooks';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalize } from '../../src/compressions/results/finalize.ts';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { post, send, type TestMember } from '../accounts/people.ts';
import { json, startGateway, type TestGateway } from '../gateway.ts';
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
let hookId: string;
let path: string;
let sending: Deliveries;

beforeAll(async () => {
  gateway = await startGateway(reachingOut);
  return () => gateway.close();
});

beforeEach(async () => {
  receiver = await startReceiver();
  member = await signUpPro(gateway);
  hookId = (await addEndpoint(member, receiver.url)).id;
  path = `/api/webhooks/${hookId}`;
  sending = dispatch(gateway, { retrySeconds: [] });
});

afterEach(async () => {
  await sending.close();
  receiver.close();
});

const detail = async (id: unknown) =>
  deliveryDetail.parse(await (await member.browser(`${path}/deliveries/${id}`)).json());

describe('a webhook test message', () => {
  it('is accepted, sent and shown with its attempt', async () => {
    const response = await post(member.browser, `${path}/test`);
    expect(response.status).toBe(202);
    const accepted = delivery.parse(await response.json());
    expect(accepted).toMatchObject({ type: 'webhook.test', status: 'pending', compressionId: null });
    await finalized(gateway, hookId);
    const sent = verify(await secretOf(member, hookId), receiver.received[0]!);
    expect(sent).toEqual({
      type: 'webhook.test',
      timestamp: accepted.createdAt,
      data: { webhookId: hookId },
    });
    expect(await detail(accepted.id)).toMatchObject({
      id: accepted.id,
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      lastStatus: 200,
      payload: sent,
      attempts: [{ status: 200, fault: null, responseExcerpt: '' }],
    });
  });

  it('is rejected if its webhook is disabled', async () => {
    await send(member.browser, 'PATCH', path, { isEnabled: false });
    const response = await post(member.browser, `${path}/test`);
    expect(response.status).toBe(409);
    expect((await json(response)).code).toBe('webhook_disabled');
  });
});

describe('webhook deliveries', () => {
  it('are listed newest first, in pages that neither omit nor repeat a delivery', async () => {
    await sending.close();
    await gateway.servers.sql(
      `insert into deliveries (id, webhook_id, account_id, type, url, status, created_at)
       select lpad(n::text, 32, '0'), $1, $2, 'webhook.test', 'https://a.example/', 'delivered',
         timestamptz '2026-01-01' + interval '1 second' * (n / 4) from generate_series(1, 130) n`,
      [hookId, member.accountId],
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined = `${path}/deliveries`;
    while (next) {
      const response: Response = await member.browser(next);
      const page = deliveryList.parse(await response.json());
      seen.push(...page.map(({ id }) => id));
      sizes.push(page.length);
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(sizes).toEqual([50, 50, 30]);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it.each(['nonsense', '', 'MS54'])('cannot be listed with the invalid cursor %j', async (cursor) => {
    const response = await member.browser(`${path}/deliveries?cursor=${cursor}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', field: 'cursor' });
  });

  it('show the body before the first attempt, and the response after it', async () => {
    await sending.close();
    const compressionId = await finalizeJob(gateway, member.accountId, { status: 'failed' });
    const [listed] = deliveryList.parse(await (await member.browser(`${path}/deliveries`)).json());
    expect(listed).toMatchObject({ compressionId, status: 'pending', attemptCount: 0, url: receiver.url });
    expect(await detail(listed?.id)).toMatchObject({
      payload: { type: 'compression.failed', data: { id: compressionId } },
      attempts: [],
    });
    receiver.answer(say(503, {}, 'try later'));
    sending = dispatch(gateway, { retrySeconds: [3_600] });
    await waitFor('the attempt', async () => (await detail(listed?.id)).attempts.length === 1);
    const shown = await detail(listed?.id);
    expect(shown).toMatchObject({ status: 'pending', attemptCount: 1, lastStatus: 503, lastFault: 'status' });
    expect(Date.parse(shown.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 2_000_000);
    expect(shown.attempts[0]?.responseExcerpt).toBe('try later');
  });
});

describe('resending a webhook delivery', () => {
  const replay = (id: unknown) => post(member.browser, `${path}/deliveries/${id}/replay`);

  it('uses the same id and restarts the retry schedule, for failed and for delivered messages', async () => {
    receiver.answer(say(500));
    await finalizeJob(gateway, member.accountId);
    const [failed] = await finalized(gateway, hookId);
    expect(failed?.status).toBe('failed');
    receiver.answer(say(200));
    for (const attemptCount of [2, 3]) {
      const response = await replay(failed?.id);
      expect(response.status).toBe(202);
      expect(delivery.parse(await response.json())).toMatchObject({ id: failed?.id, status: 'pending' });
      expect((await finalized(gateway, hookId))[0]).toMatchObject({
        id: failed?.id,
        status: 'delivered',
        attempt_count: attemptCount,
        tries: 1,
      });
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(Array(3).fill(failed?.id));
    const secret = await secretOf(member, hookId);
    for (const one of receiver.received) expect(verify(secret, one)).toBeTruthy();
  });

  it('does not affect an attempt in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answer(async (response) => {
      await promise;
      response.end();
    });
    await finalizeJob(gateway, member.accountId);
    await waitFor('the message', () => receiver.received.length === 1);
    const response = await replay(receiver.received[0]?.headers['webhook-id']);
    expect(response.status).toBe(202);
    resolve();
    expect((await finalized(gateway, hookId))[0]).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it('is rejected for a disabled webhook', async () => {
    await finalizeJob(gateway, member.accountId);
    const [row] = await finalized(gateway, hookId);
    await send(member.browser, 'PATCH', path, { isEnabled: false });
    const response = await replay(row?.id);
    expect(response.status).toBe(409);
    expect((await json(response)).code).toBe('webhook_disabled');
    expect((await finalized(gateway, hookId))[0]?.status).toBe('delivered');
  });
});

describe('the outcome of an API job', () => {
  it('is delivered once, even if the job is finalized repeatedly', async () => {
    await sending.close();
    const id = await finalizeJob(gateway, member.accountId);
    const again = { compressionId: id, attempt: 1, requestId: 'r', code: 'corrupt_image' } as const;
    expect(await finalize(gateway.deps, { type: 'image.failed', ...again })).toBe(false);
    expect(
      await gateway.servers.sql('select 1 from deliveries where compression_id = $1', [id]),
    ).toHaveLength(1);
  });

  it('is not stored as a delivery after the account is deleted', async () => {
    await sending.close();
    await finalizeJob(gateway, member.accountId);
    const response = await send(member.browser, 'DELETE', '/api/auth/user', {
      currentPassword: 'correct horse battery',
    });
    expect(response.status).toBe(204);
    const left = await gateway.servers.sql('select 1 from deliveries where account_id = $1', [
      member.accountId,
    ]);
    expect(left).toEqual([]);
  });
});
