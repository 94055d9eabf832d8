import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newcomer, rightPassword, roomy, send, signUp, type TestMember } from '../accounts/people.ts';
import { json, startGateway, type TestGateway } from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import { code, partneredBy, refusal, startAffiliate, type TestAffiliate } from './affiliate-server.ts';

let affiliate: TestAffiliate;
let gateway: TestGateway;
let mailbox: Mailbox;
const path = `/api/affiliate/dashboard/${code}/payout-email`;
const call = `PUT /dashboards/${code}/payout-email`;
const payoutEmail = 'Pay.Me@example.com';

beforeAll(async () => {
  affiliate = await startAffiliate();
  mailbox = await openMailbox();
  const env = {
    ...mailbox.env,
    PUBLIC_URL: 'https://gossamer.example',
    SUPPORT_EMAIL: 'help@gossamer.example',
  };
  gateway = await startGateway({ ...roomy, ...partneredBy(affiliate), ...env });
  return async () => {
    await gateway.close();
    await affiliate.close();
    await mailbox.close();
  };
});

afterEach(() => affiliate.reset());

/** Creates a partner with a confirmed email address and no unsent emails. */
async function partner(more: Record<string, unknown> = {}): Promise<TestMember> {
  const member = await signUp(gateway, more);
  await gateway.servers.sql('update accounts set email_verified_at = now() where id = $1', [
    member.accountId,
  ]);
  await mailbox.receive(gateway, member.email);
  return member;
}

const change = (member: TestMember, more: object = {}) =>
  send(member.browser, 'PUT', path, { payoutEmail, currentPassword: rightPassword, ...more });
const waiting = (member: TestMember) =>
  gateway.servers.sql('select kind from mails where account_id = $1', [member.accountId]);

describe('a payout email address', () => {
  it('is changed by the affiliate service, which does not receive the password', async () => {
    const member = await partner();
    const response = await change(member, { payoutEmail: ` ${payoutEmail} ` });
    expect([response.status, await response.json()]).toEqual([200, { payoutEmail }]);
    expect(affiliate.calls).toHaveLength(1);
    expect(affiliate.last()).toMatchObject({
      body: { payoutEmail },
      who: { accountId: member.accountId, isEmailVerified: true },
    });
    expect(affiliate.last().bytes.toString()).not.toContain(rightPassword);
  });

  it('is announced to the account’s email address when it changes, with instructions for undoing the change', async () => {
    const member = await partner();
    await change(member);
    const [mail, ...more] = await mailbox.receive(gateway, member.email);
    expect([more, mail?.subject]).toEqual([[], 'Your payout address was changed']);
    for (const said of [payoutEmail, 'https://gossamer.example/forgot-password', 'contact support']) {
      expect(mail?.text).toContain(said);
    }
    expect(mail?.source).toMatch(/^Reply-To: <?help@gossamer\.example>?$/im);
    expect(await waiting(member)).toEqual([]);
  });

  it('is announced in the member’s language, to the account’s current email address', async () => {
    const member = await partner({ preferredLanguage: 'ja' });
    const { email } = newcomer();
    await gateway.servers.sql('update accounts set email = $2, email_key = lower($2) where id = $1', [
      ...[member.accountId, email],
    ]);
    await change(member);
    expect(await mailbox.read()).toEqual([]);
    const [mail] = await mailbox.receive(gateway, email);
    expect(mail?.text).toContain(`${payoutEmail}に変更されました`);
  });

  it.each([
    ['a wrong password', { currentPassword: 'a guess' }, 403, 'wrong_password', 'currentPassword'],
    ['no password', { currentPassword: undefined }, 400, 'invalid_password', 'currentPassword'],
    ['an invalid address', { payoutEmail: 'nowhere' }, 400, 'invalid_email', 'payoutEmail'],
    ['a formula', { payoutEmail: '=cmd@example.com' }, 400, 'invalid_email', 'payoutEmail'],
    [
      'a line break',
      { payoutEmail: 'a@example.com\r\nBcc: b@example.com' },
      400,
      'invalid_email',
      'payoutEmail',
    ],
  ])('is not changed by a request with %s', async (_, wrong, status, fault, field) => {
    const member = await partner();
    const response = await change(member, wrong);
    expect(response.status).toBe(status);
    expect(await json(response)).toMatchObject({ code: fault, field });
    expect([affiliate.calls, await waiting(member)]).toEqual([[], []]);
  });

  it('cannot be changed until the account’s email address is confirmed, even with the right password', async () => {
    const member = await signUp(gateway);
    for (const currentPassword of [rightPassword, 'a guess']) {
      const response = await change(member, { currentPassword });
      expect([response.status, (await json(response)).code]).toEqual([403, 'email_not_verified']);
    }
    expect(affiliate.calls).toEqual([]);
  });

  it.each([
    ['belongs to another partner’s code', refusal('affiliate_not_found'), 404],
    ['is rejected by the affiliate service', refusal('email_not_verified'), 403],
  ])('triggers no email if it %s', async (_, how, status) => {
    const member = await partner();
    affiliate.play(call, how);
    expect((await change(member)).status).toBe(status);
    expect(await waiting(member)).toEqual([]);
  });

  it.each([
    ['missing', 'unavailable' as const],
    ['HTML', { status: 200, body: '<html>' }],
    ['not valid for its schema', { status: 200, body: { payoutEmail: null } }],
  ])(
    'is announced by email even if the affiliate service’s response is %s, because the address may have changed',
    async (_, how) => {
      const member = await partner();
      affiliate.play(call, how);
      const response = await change(member, { payoutEmail: ` ${payoutEmail} ` });
      expect([response.status, (await json(response)).code]).toEqual([503, 'affiliate_unavailable']);
      const [mail, ...more] = await mailbox.receive(gateway, member.email);
      expect([more, mail?.subject]).toEqual([[], 'Your payout address was changed']);
      expect(mail?.text).toContain(payoutEmail);
    },
  );

  it('is rejected with 404 before the password is checked if the partner code is malformed', async () => {
    const { browser: who } = await partner();
    const response = await send(who, 'PUT', '/api/affiliate/dashboard/no-code/payout-email', {});
    expect([response.status, (await json(response)).code]).toEqual([404, 'affiliate_not_found']);
  });

  it('is changed without an email if the account is deleted during the request', async () => {
    const member = await partner();
    // Delete the account while the request to the affiliate service is pending.
    const deleted: Promise<unknown>[] = [];
    affiliate.play(call, ({ body }) => {
      deleted.push(gateway.servers.sql('delete from accounts where id = $1', [member.accountId]));
      return { status: 200, body: { payoutEmail: body.payoutEmail } };
    });
    const response = await change(member);
    await Promise.all(deleted);
    expect(response.status).toBe(200);
    expect(await waiting(member)).toEqual([]);
  });
});
