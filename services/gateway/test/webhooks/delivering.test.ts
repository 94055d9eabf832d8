import { webhookMessage } from '@gossamer/contracts/api';
import { webhookSecret } from '@gossamer/contracts/webhooks';
import { freePort } from '@gossamer/testkit/free-port';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookRow } from '../../src/db/api-tables.ts';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { attempt } from '../../src/webhooks/attempt.ts';
import { seal } from '../../src/webhooks/secrets.ts';
import { post, send, type TestMember } from '../accounts/people.ts';
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
  secretOf,
  signUpPro,
} from './members.ts';
import { type Receiver, say, startReceiver, verify } from './receiver.ts';

let gateway: TestGateway;
let mailbox: Mailbox;
let receiver: Receiver;
let member: TestMember;
let deliveries: Deliveries;

beforeAll(async () => {
  mailbox = await openMailbox();
  gateway = await startGateway({ ...reachingOut, ...mailbox.env, PUBLIC_URL: 'https://gossamer.example' });
  return async () => {
    await gateway.close();
    await mailbox.close();
  };
});

beforeEach(async () => {
  receiver = await startReceiver();
  member = await signUpPro(gateway);
  deliveries = dispatch(gateway);
});

afterEach(async () => {
  await deliveries.close();
  receiver.close();
});

const attemptsOf = (id: unknown) =>
  gateway.servers.sql('select * from delivery_attempts where delivery_id = $1 order by id', [id]);

describe('a webhook message', () => {
  it('is logged with the id of the upload request', async () => {
    const said = vi.spyOn(gateway.deps.logger, 'info');
    const hook = await addEndpoint(member, receiver.url);
    const compressionId = await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({ compressionId, requestId: 'r' }),
      'sent webhook delivery',
    );
    said.mockRestore();
  });

  // Spec: 1.16
  it('is signed, matches its schema and contains a working link', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const metadata = { order_id: '7', 'snake_case key': 'Ü' };
    const id = await finalizeJob(gateway, member.accountId, { metadata });
    const key = `results/${id}/1-1`;
    await gateway.deps.storage.put(key, Buffer.from('the result'));
    const [row] = await finalized(gateway, hook.id);
    expect(row).toMatchObject({ status: 'delivered', attempt_count: 1, last_status: 200, last_fault: null });

    const [one] = receiver.received;
    expect(verify(await secretOf(member, hook.id), one!)).toBeTruthy();
    const { type, timestamp, data } = webhookMessage.parse(JSON.parse(one!.body));
    expect(Object.keys(JSON.parse(one!.body))).toEqual(['type', 'timestamp', 'data']);
    expect(type).toBe('compression.completed');
    expect(timestamp).toBe(data.settledAt);
    expect(data).toMatchObject({ id, status: 'completed', filename: 'Kite.jpg', error: null });
    expect(data.metadata).toEqual(metadata);
    expect(data.result?.url).toContain(key);
    expect(one!.headers).toMatchObject({
      'webhook-id': row?.id,
      'content-type': 'application/json',
      'user-agent': 'Gossamer-Webhooks/1.0 (+https://gossamer.example/api/docs)',
    });
    expect(one!.body.length).toBeLessThan(20_000);
    // The stored payload must not contain the link to the result.
    expect(row?.payload).not.toContain(key);
  });

  it('is sent to the subscribed endpoints and to the job’s URL', async () => {
    const all = await addEndpoint(member, `${receiver.url}/all`);
    const failures = await addEndpoint(member, `${receiver.url}/failures`, {
      eventTypes: ['compression.failed'],
    });
    const off = await addEndpoint(member, `${receiver.url}/off`);
    await send(member.browser, 'PATCH', `/api/webhooks/${off.id}`, { isEnabled: false });
    const perJob = (await listOf(member)).at(-1)!;
    await finalizeJob(gateway, member.accountId, { webhookUrl: `${receiver.url}/job` });
    await finalizeJob(gateway, member.accountId, { status: 'failed' });
    for (const hook of [all, failures, perJob]) await finalized(gateway, hook.id);
    const came = receiver.received.map(({ path, body }) => `${path} ${JSON.parse(body).type}`).sort();
    expect(came).toEqual([
      '/hook/all compression.completed',
      '/hook/all compression.failed',
      '/hook/failures compression.failed',
      '/hook/job compression.completed',
    ]);
    expect(await deliveriesOf(gateway, off.id)).toEqual([]);
    const ofJob = receiver.received.find(({ path }) => path === '/hook/job')!;
    expect(verify(await secretOf(member, perJob.id), ofJob)).toBeTruthy();
    const failed = receiver.received.find(({ body }) => body.includes('"compression.failed"'))!;
    expect(JSON.parse(failed.body).data).toMatchObject({ result: null, error: { code: 'corrupt_image' } });
  });

  it('is signed only with the new secret if the previous secret cannot be decrypted', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const lost = seal({ secret: 'another secret of the gateway' }, member.accountId, 'whsec_bG9zdA==');
    await gateway.servers.sql('update webhooks set sealed_secret = $1 where id = $2', [lost, hook.id]);
    await post(member.browser, `/api/webhooks/${hook.id}/rotate`);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    const [one] = receiver.received;
    expect(verify(await secretOf(member, hook.id), one!)).toBeTruthy();
    expect(one!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  it('is signed with both secrets during a rotation, starting with the new one', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const before = await secretOf(member, hook.id);
    const rotated = await post(member.browser, `/api/webhooks/${hook.id}/rotate`);
    const { secret: after } = webhookSecret.parse(await rotated.json());
    expect(after).not.toBe(before);
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    const [one] = receiver.received;
    expect(verify(before, one!)).toEqual(verify(after, one!));
    const signatures = one!.headers['webhook-signature']!.split(' ');
    expect(signatures).toHaveLength(2);
    const onlyFirst = { ...one!, headers: { ...one!.headers, 'webhook-signature': signatures[0]! } };
    expect(verify(after, onlyFirst)).toBeTruthy();
    expect(() => verify(before, onlyFirst)).toThrow();

    await gateway.servers.sql("update webhooks set previous_secret_ends_at = now() - interval '1 second'");
    await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    expect(() => verify(before, receiver.received[1]!)).toThrow();
    expect(verify(after, receiver.received[1]!)).toBeTruthy();
  });

  it('matches the signature of the example in the Standard Webhooks specification', async () => {
    const { config, outbound } = gateway.deps;
    const sealedSecret = seal(config, 'ada', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const hook = { accountId: 'ada', sealedSecret, previousSealedSecret: null, previousSecretEndsAt: null };
    const deps = { config, outbound, clock: () => new Date(1_614_265_330_000) };
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', url: receiver.url };
    const { signal } = new AbortController();
    await attempt(deps, hook as WebhookRow, message, '{"test": 2432232314}', signal);
    expect(receiver.received[0]).toMatchObject({
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': message.id,
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    });
  });

  it('omits the report if the message would be too large', async () => {
    const hook = await addEndpoint(member, receiver.url);
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`k${index}`.padEnd(40, 'k'), 'v'.repeat(500)]),
    );
    const id = await finalizeJob(gateway, member.accountId, { metadata });
    await finalized(gateway, hook.id);
    expect(JSON.parse(receiver.received[0]!.body).data.result.report).not.toBeNull();
    const stepsMs = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`step${index}`, 1]));
    await gateway.servers.sql(
      "update compressions set report = jsonb_set(report, '{stepsMs}', $2) where id = $1",
      [id, JSON.stringify(stepsMs)],
    );
    await gateway.servers.sql(
      "update deliveries set payload = null, status = 'pending', next_attempt_at = now()",
    );
    await finalized(gateway, hook.id);
    const { data } = webhookMessage.parse(JSON.parse(receiver.received[1]!.body));
    expect(data.result?.report).toBeNull();
    expect(Object.keys(data.metadata)).toHaveLength(20);
  });

  it('has a new link in each attempt, or none once the result is deleted, and is otherwise unchanged', async () => {
    receiver.answer(say(500, {}, 'not now'));
    const hook = await addEndpoint(member, receiver.url);
    const id = await finalizeJob(gateway, member.accountId);
    await finalized(gateway, hook.id);
    await gateway.servers.sql('update compressions set result_key = null, preview_key = null where id = $1', [
      id,
    ]);
    receiver.answer(say(204));
    const [row] = await deliveriesOf(gateway, hook.id);
    await post(member.browser, `/api/webhooks/${hook.id}/deliveries/${row?.id}/replay`);
    await finalized(gateway, hook.id);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    expect(bodies).toHaveLength(5);
    expect(bodies[0].data.result.url).toBeTruthy();
    expect(bodies[4].data.result).toMatchObject({ url: null, urlExpiresAt: null, sizeBytes: 400 });
    for (const body of bodies) Object.assign(body.data.result, { url: null, urlExpiresAt: null });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveLength(1);
    expect(await attemptsOf(row?.id)).toHaveLength(5);
  });
});

describe('the response of a webhook receiver', () => {
  it.each([
    [302, 'redirect'],
    [304, 'redirect'],
    [404, 'status'],
    [500, 'status'],
  ])(
    'counts as a failure with status %i, and the delivery is retried until the schedule ends',
    async (status, fault) => {
      const other = await startReceiver();
      receiver.answer(say(status, { location: other.url }, status === 304 ? '' : 'No\u0000 \u202ethanks'));
      const hook = await addEndpoint(member, receiver.url);
      await finalizeJob(gateway, member.accountId);
      const [row] = await finalized(gateway, hook.id);
      expect(row).toMatchObject({
        status: 'failed',
        attempt_count: 4,
        last_status: status,
        last_fault: fault,
      });
      expect(other.received).toEqual([]);
      const attempts = await attemptsOf(row?.id);
      expect(attempts).toHaveLength(4);
      expect(attempts[0]?.response_excerpt).toBe(status === 304 ? '' : 'No   thanks');
      other.close();
    },
  );

  it('counts as a failure if the connection fails before it arrives', async () => {
    receiver.answer((response) => void response.socket?.destroy());
    const hook = await addEndpoint(member, receiver.url);
    const closed = await addEndpoint(member, `http://127.0.0.1:${await freePort()}/`);
    const insecure = await addEndpoint(member, receiver.url.replace('http:', 'https:'));
    await finalizeJob(gateway, member.accountId);
    const faults = [];
    for (const { id } of [hook, closed, insecure]) faults.push((await finalized(gateway, id))[0]?.last_fault);
    expect(faults).toEqual(['connection_failed', 'connection_failed', 'tls_failed']);
  });

  it('is read up to 64 kB and stored up to 500 characters', async () => {
    const long = `${'é'.repeat(600)}${'x'.repeat(5_000_000)}`;
    receiver.answer(say(200, {}, long));
    const hook = await addEndpoint(member, receiver.url);
    await finalizeJob(gateway, member.accountId);
    const [row] = await finalized(gateway, hook.id);
    expect(row?.status).toBe('delivered');
    expect((await attemptsOf(row?.id))[0]?.response_excerpt).toBe('é'.repeat(500));
  });

  it('disables the webhook, fails pending deliveries and emails the owner if the status is 410', async () => {
    receiver.answer(say(500));
    await deliveries.close();
    deliveries = dispatch(gateway, { retrySeconds: [3_600] });
    const hook = await addEndpoint(member, receiver.url, { label: 'Shop <b>' });
    await finalizeJob(gateway, member.accountId);
    await finalizeJob(gateway, member.accountId);
    await waitFor('both', () => receiver.received.length === 2);
    receiver.answer(say(410));
    await finalizeJob(gateway, member.accountId);
    const rows = await finalized(gateway, hook.id);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect((await listOf(member))[0]).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
    const mails = (await mailbox.receive(gateway, member.email)).filter(({ token }) => !token);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('We turned off your webhook');
    for (const words of [
      '“Shop <b>”',
      '410 Gone',
      `\nURL: ${receiver.url}`,
      'https://gossamer.example/account#webhooks',
    ]) {
      expect(mails[0]?.text).toContain(words);
    }
    await finalizeJob(gateway, member.accountId);
    expect(await deliveriesOf(gateway, hook.id)).toHaveLength(3);
  });

  it('fails only the message to a job’s URL if that URL returns status 410', async () => {
    receiver.answer(say(410));
    const [perJob] = await listOf(member);
    await finalizeJob(gateway, member.accountId, { webhookUrl: receiver.url });
    const [row] = await finalized(gateway, perJob!.id);
    expect(row).toMatchObject({ status: 'failed', attempt_count: 1, last_status: 410 });
    expect((await listOf(member))[0]).toMatchObject({ isEnabled: true, disabledReason: null });
  });
});
