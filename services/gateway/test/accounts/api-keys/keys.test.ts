import { apiKeyList, maxApiKeys, newApiKey } from '@gossamer/contracts/api-keys';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import { proMember, sender } from '../../api/v1/api-client.ts';
import { browser, json, startGateway, type TestGateway } from '../../gateway.ts';
import { type Mailbox, openMailbox } from '../../mail/mailbox.ts';
import { changePlan } from '../../plan.ts';
import { confirmEmail, post, roomy, send, signUp } from '../people.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

describe('API keys', () => {
  it('are shown once, stored only as a hash, and listed with their last four characters', async () => {
    const { browser: visit, accountId } = await proMember(gateway);
    const made = await post(visit, '/api/keys', { label: '  Build server ' });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const key = newApiKey.parse(await made.json());
    expect(key).toMatchObject({ label: 'Build server', hint: key.token.slice(-4), lastUsedAt: null });
    const listed = apiKeyList.parse(await (await visit('/api/keys')).json());
    expect(listed).toMatchObject([{ id: key.id, label: 'Build server', hint: key.hint }]);
    expect(JSON.stringify(listed)).not.toContain(key.token);
    const kept = await gateway.servers.sql('select * from api_keys where account_id = $1', [accountId]);
    expect(JSON.stringify(kept)).not.toContain(key.token);
  });

  it('are listed with the time of their last use', async () => {
    const { browser: visit } = await proMember(gateway);
    const key = newApiKey.parse(await (await post(visit, '/api/keys', { label: 'Used' })).json());
    expect((await sender(gateway, key.token)('/usage')).status).toBe(200);
    const [listed] = apiKeyList.parse(await (await visit('/api/keys')).json());
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(10_000);
  });

  it('stop working immediately when they are revoked', async () => {
    const { browser: visit } = await proMember(gateway);
    const key = newApiKey.parse(await (await post(visit, '/api/keys', { label: 'Lost' })).json());
    expect((await send(visit, 'DELETE', `/api/keys/${key.id}`)).status).toBe(204);
    const refused = await sender(gateway, key.token)('/usage');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(await json(send(visit, 'DELETE', `/api/keys/${key.id}`))).toMatchObject({
      code: 'api_key_not_found',
    });
  });

  it('cannot be seen or revoked by other accounts', async () => {
    const { browser: owner } = await proMember(gateway);
    const { browser: other } = await proMember(gateway);
    const key = newApiKey.parse(await (await post(owner, '/api/keys', { label: 'Mine' })).json());
    expect(await (await other('/api/keys')).json()).toEqual([]);
    const [theirs, unknown] = await Promise.all(
      [key.id, '0'.repeat(32)].map(async (id) => {
        const response = await send(other, 'DELETE', `/api/keys/${id}`);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(theirs).toBe(unknown);
    expect((await sender(gateway, key.token)('/usage')).status).toBe(200);
  });

  // Spec: 6.16
  it('require Pro and stop working when the account leaves Pro', async () => {
    const { browser: free } = await signUp(gateway);
    const refused = await post(free, '/api/keys', { label: 'No' });
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: 'pro_required' });
    expect((await post(browser(gateway), '/api/keys', { label: 'No' })).status).toBe(401);

    const { browser: visit, accountId } = await proMember(gateway);
    const key = newApiKey.parse(await (await post(visit, '/api/keys', { label: 'Rests' })).json());
    await changePlan(gateway, accountId, 'free');
    const resting = await sender(gateway, key.token)('/usage');
    expect(resting.status).toBe(403);
    expect(await json(resting)).toMatchObject({ code: 'pro_required' });
    expect(await (await visit('/api/keys')).json()).toHaveLength(1);
    await changePlan(gateway, accountId, 'pro');
    expect((await sender(gateway, key.token)('/usage')).status).toBe(200);
  });

  it('can be created only with a confirmed email address', async () => {
    const member = await signUp(gateway);
    await changePlan(gateway, member.accountId, 'pro');
    const refused = await post(member.browser, '/api/keys', { label: 'Early' });
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: 'email_not_verified' });
    await confirmEmail(gateway, member);
    expect((await post(member.browser, '/api/keys', { label: 'Confirmed' })).status).toBe(201);
  });

  it('cannot be created if the session ends during the request', async () => {
    const { browser: visit, accountId } = await proMember(gateway);
    const pending = await gateway.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
      const request = post(visit, '/api/keys', { label: 'Late' });
      await waitFor('the request to wait for the account', async () => {
        const waiting = await gateway.servers.sql('select 1 from pg_locks where not granted');
        return waiting.length > 0;
      });
      await trx.deleteFrom('sessions').where('accountId', '=', accountId).execute();
      return { request };
    });
    expect((await pending.request).status).toBe(401);
    expect(await gateway.servers.sql('select 1 from api_keys where account_id = $1', [accountId])).toEqual(
      [],
    );
  });

  it('are limited in number, even if many are created concurrently', async () => {
    const { browser: visit } = await proMember(gateway);
    const answers = await Promise.all(
      Array.from({ length: maxApiKeys + 5 }, () => post(visit, '/api/keys', { label: 'One of many' })),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([maxApiKeys, 5]);
  });

  it.each(['', ' ', 'x'.repeat(65), 'line\nbreak', 'turned \u202e', 5, null])(
    'cannot be created with the name %j',
    async (label) => {
      const { browser: visit } = await proMember(gateway);
      const refused = await post(visit, '/api/keys', { label });
      expect(refused.status).toBe(400);
      expect(await json(refused)).toMatchObject({ code: 'invalid_label', field: 'label' });
    },
  );
});

describe('the email about a new key', () => {
  let mailbox: Mailbox;
  let mailing: TestGateway;
  beforeAll(async () => {
    mailbox = await openMailbox();
    mailing = await startGateway({ ...roomy, ...mailbox.env, PUBLIC_URL: 'https://gossamer.example' });
    return async () => {
      await mailing.close();
      await mailbox.close();
    };
  });

  it('is in the member’s language, contains the key’s label and links to a password reset', async () => {
    const { browser: visit, email, accountId } = await proMember(mailing);
    await mailing.servers.sql("update accounts set preferred_language = 'de' where id = $1", [accountId]);
    await mailbox.receive(mailing, email);
    const key = newApiKey.parse(await (await post(visit, '/api/keys', { label: 'Shop' })).json());
    const [mail, ...others] = await mailbox.receive(mailing, email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^=\?UTF-8\?Q\?Ein_neuer_API-Schl/);
    expect(mail?.text).toContain('der API-Schlüssel „Shop“ erstellt');
    expect(mail?.text).toContain('https://gossamer.example/forgot-password');
    expect(mail?.text).not.toContain(key.token);
  });

  it('is not sent if the creation of the key is rejected', async () => {
    const { browser: visit, email } = await proMember(mailing);
    await mailbox.receive(mailing, email);
    await post(visit, '/api/keys', { label: '' });
    expect(await mailbox.receive(mailing, email)).toEqual([]);
  });
});
