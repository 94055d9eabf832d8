import { apiCompressionList } from '@gossamer/contracts/api';
import { newApiKey } from '@gossamer/contracts/api-keys';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, expect, it } from 'vitest';
import {
  confirmEmail,
  logIn,
  newcomer,
  post,
  rightPassword,
  roomy,
  signUp,
  userOf,
} from '../accounts/people.ts';
import { sender } from '../api/v1/api-client.ts';
import { browser, json, startGateway, startWorker, type TestGateway, upload } from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import { changePlan } from '../plan.ts';
import { addEndpoint } from '../webhooks/members.ts';

let gateway: TestGateway;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  gateway = await startGateway({ ...roomy, ...mailbox.env });
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
    await mailbox.close();
  };
});

/**
 * Uses an emailed link to recover an account that someone else created with the owner's email address. Returns the
 * owner's browser.
 */
async function recover(email: string, more: object = {}) {
  await mailbox.receive(gateway, email);
  expect((await post(browser(gateway), '/api/auth/forgot-password', { email })).status).toBe(204);
  const [mail] = await mailbox.receive(gateway, email);
  const password = 'the owner’s password';
  const body = { token: mail?.token, password, ...more };
  expect((await post(browser(gateway), '/api/auth/reset-password', body)).status).toBe(204);
  return logIn(gateway, email, password);
}

const keyOf = async (response: Response) => newApiKey.parse(await response.json()).token;
const webhook = { label: 'Theirs', url: 'https://hooks.example/a', eventTypes: ['compression.completed'] };

it('a password reset by the owner of an email address locks out whoever created the account', async () => {
  const { email } = newcomer();
  const creator = await signUp(gateway, { email });
  await changePlan(gateway, creator.accountId, 'pro');
  for (const [path, body] of [
    ['/api/keys', { label: 'Theirs' }],
    ['/api/webhooks', webhook],
  ] as const) {
    const refused = await post(creator.browser, path, body);
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: 'email_not_verified' });
  }

  const taken = await post(browser(gateway), '/api/auth/signup', newcomer({ email }));
  expect(taken.status).toBe(409);
  const owner = await recover(email);
  const image = await photo({ widthPx: 64, heightPx: 48 });
  await json(upload(owner, image, { filename: 'my-passport.jpg' }));
  expect(await userOf(creator.browser)).toBeUndefined();
  const login = { email, password: rightPassword };
  expect((await post(browser(gateway), '/api/auth/login', login)).status).toBe(401);
  expect((await post(creator.browser, '/api/keys', { label: 'Late' })).status).toBe(401);
  expect(await (await owner('/api/keys')).json()).toEqual([]);
});

it('a password reset revokes API keys and webhooks created without a confirmed address', async () => {
  const creator = await signUp(gateway);
  await changePlan(gateway, creator.accountId, 'pro');
  await confirmEmail(gateway, creator);
  const token = await keyOf(
    await post(creator.browser, '/api/keys', { label: 'Theirs', scopes: ['web_uploads'] }),
  );
  await addEndpoint(creator, webhook.url);
  await gateway.servers.sql('update accounts set email_verified_at = null where id = $1', [
    creator.accountId,
  ]);
  expect((await sender(gateway, token)('/usage')).status).toBe(200);
  await recover(creator.email, { keepKeysAndWebhooks: true });
  expect((await sender(gateway, token)('/usage')).status).toBe(401);
  for (const table of ['api_keys', 'webhooks'])
    expect(
      await gateway.servers.sql(`select id from ${table} where account_id = $1`, [creator.accountId]),
    ).toEqual([]);
});

it('an API key with the default scopes has no access to website uploads', async () => {
  const owner = await signUp(gateway);
  await changePlan(gateway, owner.accountId, 'pro');
  await confirmEmail(gateway, owner);
  const send = sender(gateway, await keyOf(await post(owner.browser, '/api/keys', { label: 'Leaked' })));
  const image = await photo({ widthPx: 64, heightPx: 48 });
  const { compressionId: id } = await json(upload(owner.browser, image, { filename: 'my-passport.jpg' }));
  expect(apiCompressionList.parse(await (await send('/compressions')).json()).data).toEqual([]);
  expect((await send(`/compressions/${id}/download`)).status).toBe(404);
  expect((await send(`/compressions/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await owner.browser(`/api/download/${id}`)).status).toBe(200);
});
