import { webhookMessage } from '@gossamer/contracts/api';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, it } from 'vitest';
import { Gossamer, verifyWebhook, WebhookVerificationError } from '../src/index.ts';
import { json, startFlakyServer } from './flaky-server.ts';

/** Example message from the Standard Webhooks libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};
const ever = { toleranceSeconds: Infinity };
const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Returns a webhook message signed with the Standard Webhooks library. */
function signed(secrets: string[], ageSeconds = 0) {
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { webhookId: 'ä' },
  });
  const at = new Date(Date.now() - ageSeconds * 1_000);
  const signatures = secrets.map((secret) => new Webhook(secret).sign('msg_1', at, body));
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers };
}

const refused = (promise: Promise<unknown>) =>
  expect(promise).rejects.toBeInstanceOf(WebhookVerificationError);

describe('verifyWebhook', () => {
  it('accepts the published example and signatures of the Standard Webhooks library', async () => {
    const { body, headers, secret } = published;
    expect(await verifyWebhook(body, headers, secret, ever)).toEqual({ test: 2432232314 });
    const own = signed([secret]);
    expect(await verifyWebhook(own.body, own.headers, secret)).toMatchObject({ data: { webhookId: 'ä' } });
    const bytes = new TextEncoder().encode(own.body);
    expect(await verifyWebhook(bytes, new Headers(own.headers), secret)).toMatchObject({
      type: 'webhook.test',
    });
  });

  it('accepts headers in any case, and the secret without its prefix', async () => {
    const { body, headers } = signed([otherSecret]);
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    await verifyWebhook(body, shouted, otherSecret.replace('whsec_', ''));
  });

  it('accepts any of several signatures and secrets during a rotation', async () => {
    const { secret } = published;
    const both = signed([otherSecret, secret]);
    for (const known of [secret, otherSecret, [otherSecret, secret]]) {
      await verifyWebhook(both.body, both.headers, known);
    }
    const one = signed([secret]);
    await verifyWebhook(one.body, one.headers, [otherSecret, secret]);
    await refused(verifyWebhook(one.body, one.headers, [otherSecret]));
    const mixed = {
      ...one.headers,
      'webhook-signature': `v1a,AAAA v1,!! ${one.headers['webhook-signature']}`,
    };
    await verifyWebhook(one.body, mixed, secret);
  });

  it('rejects messages that were changed, are incomplete or were signed with another secret', async () => {
    const { body, headers } = signed([otherSecret]);
    await refused(verifyWebhook(`${body} `, headers, otherSecret));
    await refused(verifyWebhook(body, headers, published.secret));
    await refused(verifyWebhook(body, headers, []));
    for (const name of Object.keys(headers)) {
      await refused(verifyWebhook(body, { ...headers, [name]: undefined }, otherSecret));
      await refused(verifyWebhook(body, { ...headers, [name]: `${headers['webhook-id']}0` }, otherSecret));
    }
    const asOther = headers['webhook-signature'].replace('v1,', 'v2,');
    await refused(verifyWebhook(body, { ...headers, 'webhook-signature': asOther }, otherSecret));
    await expect(verifyWebhook(body, headers, 'whsec_')).rejects.toBeInstanceOf(TypeError);
  });

  it('rejects timestamps that are off by more than five minutes or the given tolerance', async () => {
    for (const [age, isFine] of [
      [295, true],
      [305, false],
      [-295, true],
      [-305, false],
    ] as const) {
      const { body, headers } = signed([otherSecret], age);
      const verified = verifyWebhook(body, headers, otherSecret);
      await (isFine ? verified : refused(verified));
      await verifyWebhook(body, headers, otherSecret, { toleranceSeconds: 600 });
      await refused(verifyWebhook(body, headers, otherSecret, { toleranceSeconds: 10 }));
    }
  });

  it('accepts messages that the product sends', async () => {
    const { url: baseUrl, members } = inject('product');
    const { apiKey, cookie } = members.webhooks;
    const receiver = await startFlakyServer([json(200, {})]);
    const gossamer = new Gossamer({ apiKey, baseUrl });
    const job = await gossamer.compress(await photo({ widthPx: 64, heightPx: 64, seed: 5 }), {
      webhookUrl: `${receiver.url}/hook`,
    });
    const webhooks = await (await fetch(`${baseUrl}/api/webhooks`, { headers: { cookie } })).json();
    const { id } = (webhooks as { id: string; kind: string }[]).find(({ kind }) => kind === 'perJob')!;
    const answered = await fetch(`${baseUrl}/api/webhooks/${id}/secret`, { headers: { cookie } });
    const { secret } = (await answered.json()) as { secret: string };
    const delivery = await waitFor('the webhook', () => receiver.seen[0], 30_000);
    const message = await verifyWebhook(delivery.body, delivery.headers, secret);
    expect(webhookMessage.parse(message)).toMatchObject({
      type: 'compression.completed',
      data: { id: job.id, result: { sha256: job.result.sha256 } },
    });
    await refused(verifyWebhook(delivery.body, delivery.headers, otherSecret));
    await receiver.close();
  });
});
