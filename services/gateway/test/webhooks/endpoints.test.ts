import { errorBody } from '@gossamer/contracts/error-body';
import { maxWebhooks, webhook, webhookSecret } from '@gossamer/contracts/webhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensurePerJobWebhook } from '../../src/webhooks/per-job-webhook.ts';
import { post, send, signUp, type TestMember } from '../accounts/people.ts';
import { browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { addEndpoint, finalizeJob, listOf, reachingOut, secretOf, signUpPro } from './members.ts';

let gateway: TestGateway;
const url = 'https://shop.example/hook';
const unknown = '0'.repeat(32);

beforeAll(async () => {
  gateway = await startGateway(reachingOut);
  return () => gateway.close();
});

const patch = (member: TestMember, id: string, body: unknown) =>
  send(member.browser, 'PATCH', `/api/webhooks/${id}`, body);

describe('webhooks', () => {
  it('can be created, updated and deleted, and are listed newest first, with the per-job webhook last', async () => {
    const member = await signUpPro(gateway);
    const [perJob, ...none] = await listOf(member);
    expect(none).toEqual([]);
    expect(perJob).toMatchObject({ kind: 'perJob', url: null, isEnabled: true });
    const response = await post(member.browser, '/api/webhooks', { url: ' https://Shop.example/a b ' });
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const first = webhook.parse(await response.json());
    expect(first).toMatchObject({
      kind: 'endpoint',
      label: 'Webhook',
      url: 'https://shop.example/a%20b',
      eventTypes: ['compression.completed', 'compression.failed'],
      isEnabled: true,
      disabledReason: null,
      previousSecretEndsAt: null,
    });
    const second = await addEndpoint(member, url, { label: 'Shop', eventTypes: ['compression.failed'] });
    expect((await listOf(member)).map(({ id }) => id)).toEqual([second.id, first.id, perJob?.id]);

    const changed = await patch(member, second.id, { label: 'Laden', eventTypes: ['compression.completed'] });
    expect(webhook.parse(await changed.json())).toEqual({
      ...second,
      label: 'Laden',
      eventTypes: ['compression.completed'],
    });
    expect(webhook.parse(await (await patch(member, second.id, {})).json()).label).toBe('Laden');
    const off = webhook.parse(await (await patch(member, second.id, { isEnabled: false })).json());
    expect(off).toMatchObject({ isEnabled: false, disabledReason: 'owner' });
    const on = webhook.parse(await (await patch(member, second.id, { isEnabled: true, url })).json());
    expect(on).toMatchObject({ isEnabled: true, disabledReason: null, url });

    expect((await send(member.browser, 'DELETE', `/api/webhooks/${first.id}`)).status).toBe(204);
    expect((await send(member.browser, 'DELETE', `/api/webhooks/${first.id}`)).status).toBe(404);
    expect((await listOf(member)).map(({ id }) => id)).toEqual([second.id, perJob?.id]);
  });

  it('have their pending deliveries marked as failed when they are disabled', async () => {
    const member = await signUpPro(gateway);
    const { id } = await addEndpoint(member, url);
    await finalizeJob(gateway, member.accountId);
    await gateway.servers.sql("update webhooks set disabled_reason = 'gone' where id = $1", [id]);
    const off = webhook.parse(await (await patch(member, id, { isEnabled: false })).json());
    expect(off.disabledReason).toBe('gone');
    await patch(member, id, { isEnabled: true });
    await patch(member, id, { isEnabled: false });
    const rows = await gateway.servers.sql('select status from deliveries where webhook_id = $1', [id]);
    expect(rows).toEqual([{ status: 'failed' }]);
  });

  it(`are limited to ${maxWebhooks} per account, even if many are created concurrently`, async () => {
    const member = await signUpPro(gateway);
    await listOf(member);
    const answers = await Promise.all(
      Array.from({ length: maxWebhooks + 4 }, () => post(member.browser, '/api/webhooks', { url })),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(4);
    expect(await json(refused[0]!)).toMatchObject({
      code: 'too_many_webhooks',
      details: { max: maxWebhooks },
    });
    expect(await listOf(member)).toHaveLength(maxWebhooks + 1);
  });

  it('include exactly one per-job webhook for each account, even for concurrent requests', async () => {
    const { accountId } = await signUpPro(gateway);
    await Promise.all(Array.from({ length: 6 }, () => ensurePerJobWebhook(gateway.deps, accountId)));
    const rows = await gateway.servers.sql('select 1 from webhooks where account_id = $1', [accountId]);
    expect(rows).toHaveLength(1);
    await ensurePerJobWebhook(gateway.deps, unknown);
  });
});

describe('a webhook secret', () => {
  it('is visible to its owner, encrypted in the database, and valid for a day after a rotation', async () => {
    const member = await signUpPro(gateway);
    const { id } = await addEndpoint(member, url);
    const response = await member.browser(`/api/webhooks/${id}/secret`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const before = webhookSecret.parse(await response.json());
    expect(before.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(before.previousSecretEndsAt).toBeNull();
    const [row] = await gateway.servers.sql('select * from webhooks where id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain(before.secret.slice(6, 20));

    const rotated = await post(member.browser, `/api/webhooks/${id}/rotate`);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    const after = webhookSecret.parse(await rotated.json());
    expect(after.secret).not.toBe(before.secret);
    const hours = (Date.parse(after.previousSecretEndsAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect(await secretOf(member, id)).toBe(after.secret);
    expect((await listOf(member))[0]?.previousSecretEndsAt).toBe(after.previousSecretEndsAt);
  });

  it('can be shown and rotated for the per-job webhook, which cannot be changed otherwise', async () => {
    const member = await signUpPro(gateway);
    const [perJob] = await listOf(member);
    const path = `/api/webhooks/${perJob?.id}`;
    const before = await secretOf(member, perJob!.id);
    expect((await post(member.browser, `${path}/rotate`)).status).toBe(200);
    expect(await secretOf(member, perJob!.id)).not.toBe(before);
    const refused = [
      await send(member.browser, 'DELETE', path),
      await patch(member, perJob!.id, { isEnabled: false }),
      await post(member.browser, `${path}/test`),
    ];
    for (const response of refused) {
      expect(response.status).toBe(404);
      expect((await json(response)).code).toBe('webhook_not_found');
    }
  });
});

describe('the webhook API rejects', () => {
  it.each([
    [{}, 'invalid_webhook_url', 'url'],
    [{ url: 'shop.example' }, 'invalid_webhook_url', 'url'],
    [{ url: 'ftp://shop.example' }, 'invalid_webhook_url', 'url'],
    [{ url: 'https://a:b@shop.example' }, 'invalid_webhook_url', 'url'],
    [{ url: `https://shop.example/${'x'.repeat(2_048)}` }, 'invalid_webhook_url', 'url'],
    [{ url: 'http://93.184.216.34/' }, 'invalid_webhook_url', 'url'],
    [{ url: 'https://10.0.0.1/' }, 'address_not_allowed', 'url'],
    [{ url: 'http://0xa9fea9fe/' }, 'address_not_allowed', 'url'],
    [{ url: 'https://[::1]/' }, 'address_not_allowed', 'url'],
    [{ url: 'https://localhost/' }, 'address_not_allowed', 'url'],
    [{ url: 'https://printer.local/' }, 'address_not_allowed', 'url'],
    [{ url, label: '' }, 'invalid_label', 'label'],
    [{ url, label: 'x'.repeat(65) }, 'invalid_label', 'label'],
    [{ url, label: 'a\u202eb' }, 'invalid_label', 'label'],
    [{ url, eventTypes: [] }, 'invalid_event_types', 'eventTypes'],
    [{ url, eventTypes: ['webhook.test'] }, 'invalid_event_types', 'eventTypes'],
    [[], 'invalid_request', 'body'],
  ])('the body %j with the error code %s', async (body, code, field) => {
    const member = await signUpPro(gateway);
    const response = await post(member.browser, '/api/webhooks', body);
    const refusal = errorBody.parse(await response.json());
    expect(refusal).toMatchObject({ code, field });
    expect(refusal.message).not.toMatch(/[{}]/);
    if (Array.isArray(body)) return;
    const { id } = await addEndpoint(member, url);
    const change = await patch(member, id, { url, ...body });
    if (Object.keys(body).length > 0) expect(await json(change)).toMatchObject({ code, field });
  });

  it('plain HTTP URLs if no private network is allowed', async () => {
    const strict = await startGateway();
    const member = await signUpPro(strict);
    const refused = await json(post(member.browser, '/api/webhooks', { url: 'http://shop.example/' }));
    expect(refused.code).toBe('invalid_webhook_url');
    expect((await json(post(member.browser, '/api/webhooks', { url: 'https://127.0.0.1/' }))).code).toBe(
      'address_not_allowed',
    );
    await strict.close();
  });

  // Spec: 6.17
  it('requests from visitors, and changes other than deletions by members without Pro', async () => {
    const member = await signUpPro(gateway);
    const { id } = await addEndpoint(member, url);
    const deliveryId = await deliveryOf(member, id);
    await gateway.servers.sql("update accounts set plan = 'free' where id = $1", [member.accountId]);
    const path = `/api/webhooks/${id}`;
    const writes: [string, string][] = [
      ['POST', '/api/webhooks'],
      ['PATCH', path],
      ['POST', `${path}/rotate`],
      ['POST', `${path}/test`],
      ['POST', `${path}/deliveries/${deliveryId}/replay`],
    ];
    const reads: [string, string][] = [
      ['GET', '/api/webhooks'],
      ['GET', `${path}/secret`],
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/deliveries/${deliveryId}`],
      ['DELETE', path],
    ];
    for (const [method, target] of [...writes, ...reads]) {
      expect((await json(send(browser(gateway), method, target))).code, target).toBe('unauthorized');
    }
    for (const [method, target] of writes) {
      const body = method === 'PATCH' || target === '/api/webhooks' ? { url } : undefined;
      const response = await send(member.browser, method, target, body);
      expect(response.status).toBe(403);
      expect((await json(response)).code).toBe('pro_required');
    }
    for (const [method, target] of reads) {
      expect((await send(member.browser, method, target)).ok, target).toBe(true);
    }
    // Accounts that have never had Pro have no per-job webhook.
    expect(await listOf(await signUp(gateway))).toEqual([]);
  });

  it('a new URL until the member’s email address is confirmed', async () => {
    const member = await signUpPro(gateway);
    const { id } = await addEndpoint(member, url);
    await gateway.servers.sql('update accounts set email_verified_at = null where id = $1', [
      member.accountId,
    ]);
    for (const [method, target] of [
      ['POST', '/api/webhooks'],
      ['PATCH', `/api/webhooks/${id}`],
    ] as const) {
      const response = await send(member.browser, method, target, { url });
      expect(response.status).toBe(403);
      expect((await json(response)).code).toBe('email_not_verified');
    }
    expect((await send(member.browser, 'PATCH', `/api/webhooks/${id}`, { isEnabled: false })).status).toBe(
      200,
    );
    expect((await send(member.browser, 'DELETE', `/api/webhooks/${id}`)).status).toBe(204);
  });

  it('requests for webhooks of other accounts with the same error as for unknown webhooks', async () => {
    const owner = await signUpPro(gateway);
    const { id } = await addEndpoint(owner, url);
    const deliveryId = await deliveryOf(owner, id);
    const other = await signUpPro(gateway);
    const own = await addEndpoint(other, url);
    const targets = (hook: string, delivery: string): [string, string, unknown?][] => [
      ['PATCH', `/api/webhooks/${hook}`, { label: 'mine' }],
      ['DELETE', `/api/webhooks/${hook}`],
      ['GET', `/api/webhooks/${hook}/secret`],
      ['POST', `/api/webhooks/${hook}/rotate`],
      ['POST', `/api/webhooks/${hook}/test`],
      ['GET', `/api/webhooks/${hook}/deliveries`],
      ['GET', `/api/webhooks/${hook}/deliveries/${delivery}`],
      ['POST', `/api/webhooks/${hook}/deliveries/${delivery}/replay`],
      ['GET', `/api/webhooks/${own.id}/deliveries/${delivery}`],
      ['POST', `/api/webhooks/${own.id}/deliveries/${delivery}/replay`],
    ];
    const answersTo = (list: [string, string, unknown?][]) =>
      Promise.all(
        list.map(async ([method, path, body]) => {
          const response = await send(other.browser, method, path, body);
          return { status: response.status, body: await response.text() };
        }),
      );
    const theirs = await answersTo(targets(id, deliveryId));
    expect(theirs).toEqual(await answersTo(targets(unknown, unknown)));
    for (const { status, body } of theirs) {
      expect(status).toBe(404);
      expect(body).not.toContain('requestId');
    }
    expect(await listOf(owner)).toHaveLength(2);
  });

  it('more than 60 changes, test messages and resent messages an hour', async () => {
    const member = await signUpPro(gateway);
    const { id } = await addEndpoint(member, url);
    const answers: number[] = [];
    for (let turn = 0; turn < 60; turn += 1) answers.push((await patch(member, id, {})).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(59);
    const refused = await post(member.browser, `/api/webhooks/${id}/test`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(member.browser, 'DELETE', `/api/webhooks/${id}`)).status).toBe(204);
  });
});

async function deliveryOf(member: TestMember, id: string): Promise<string> {
  const { id: deliveryId } = (await (await post(member.browser, `/api/webhooks/${id}/test`)).json()) as {
    id: string;
  };
  return deliveryId;
}
