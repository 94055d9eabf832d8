import { beforeAll, describe, expect, it } from 'vitest';
import { apiClient } from '../api/v1/api-client.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import { logIn, newcomer, post, rightPassword, roomy, signUp, type TestMember, userOf } from './people.ts';

let gateway: TestGateway;
let mailbox: Mailbox;
const newPassword = 'a wholly new password';

beforeAll(async () => {
  mailbox = await openMailbox();
  gateway = await startGateway({ ...roomy, ...mailbox.env });
  return async () => {
    await gateway.close();
    await mailbox.close();
  };
});

/** Returns the token from the only email that was sent to the address. */
async function tokenFor(email: string): Promise<string> {
  const mails = await mailbox.receive(gateway, email);
  expect(mails).toHaveLength(1);
  return mails[0]?.token ?? '';
}

async function resetToken({ email }: Pick<TestMember, 'email'>): Promise<string> {
  await mailbox.receive(gateway, email);
  expect((await post(browser(gateway), '/api/auth/forgot-password', { email })).status).toBe(204);
  return tokenFor(email);
}

const reset = (token: string, more: { keepKeysAndWebhooks?: unknown } = {}) =>
  post(browser(gateway), '/api/auth/reset-password', { token, password: newPassword, ...more });
const verify = (token: string) => post(browser(gateway), '/api/auth/verify-email', { token });

/** Runs a function with the gateway's clock advanced by `ms` milliseconds. */
async function later<T>(ms: number, attempt: () => Promise<T>): Promise<T> {
  gateway.deps.clock = () => new Date(Date.now() + ms);
  try {
    return await attempt();
  } finally {
    gateway.deps.clock = () => new Date();
  }
}

async function expectNotValid(response: Promise<Response>): Promise<void> {
  expect((await response).status).toBe(403);
  expect(await (await response).json()).toMatchObject({ code: 'link_not_valid', field: 'token' });
}

describe('a password reset', () => {
  it('ends all sessions, confirms the email address and notifies the owner', async () => {
    const member = await signUp(gateway);
    const other = await logIn(gateway, member.email);
    const token = await resetToken(member);
    const response = await reset(token);
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie().join()).not.toContain('session=');
    expect(await userOf(member.browser)).toBeUndefined();
    expect(await userOf(other)).toBeUndefined();
    const login = { email: member.email, password: rightPassword };
    expect((await post(browser(gateway), '/api/auth/login', login)).status).toBe(401);
    expect(await userOf(await logIn(gateway, member.email, newPassword))).toMatchObject({
      isEmailVerified: true,
    });
    const mails = await mailbox.receive(gateway, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed']);
    const sentence = /was changed on \w+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC, and/;
    expect(mails[0]?.text.replace(/\s+/g, ' ')).toMatch(sentence);
  });

  it('succeeds once per link, even for ten concurrent requests, and invalidates other links', async () => {
    const member = await signUp(gateway);
    const unused = await resetToken(member);
    const token = await resetToken(member);
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await reset(token)).status));
    expect(statuses.sort()).toEqual([204, ...Array(9).fill(403)]);
    await expectNotValid(reset(token));
    await expectNotValid(reset(unused));
  });

  it('is possible for ten minutes after the email is sent', async () => {
    const token = await resetToken(await signUp(gateway));
    await expectNotValid(later(10 * 60_000 + 1_000, () => reset(token)));
    expect((await later(9 * 60_000, () => reset(token))).status).toBe(204);
  });

  it.each(['nonsense', '', 'z'.repeat(32), ['a'], null])('rejects the invalid token %j', async (token) => {
    const body = { token, password: newPassword };
    await expectNotValid(post(browser(gateway), '/api/auth/reset-password', body));
  });

  it('rejects a link that was emailed for another purpose', async () => {
    const member = await signUp(gateway);
    const verifyToken = await tokenFor(member.email);
    await expectNotValid(reset(verifyToken));
    await expectNotValid(verify(await resetToken(member)));
    expect(await userOf(member.browser)).toMatchObject({ isEmailVerified: false });
  });

  it('revokes API keys and webhooks that were created before the address was confirmed', async () => {
    const creator = await apiClient(gateway);
    const { member } = creator;
    const webhook = { label: 'Theirs', url: 'https://hooks.example', eventTypes: ['compression.completed'] };
    expect((await post(member.browser, '/api/webhooks', webhook)).status).toBe(201);
    // An unconfirmed account can have API keys only if they were created before the product required confirmation.
    await gateway.servers.sql('update accounts set email_verified_at = null where id = $1', [
      member.accountId,
    ]);
    // Someone who signed up with another person's email address must not keep API keys and webhooks after the password
    // reset.
    await reset(await resetToken(member), { keepKeysAndWebhooks: true });
    expect((await creator.send('/usage')).status).toBe(401);
    const owner = await logIn(gateway, member.email, newPassword);
    const webhooks = (await (await owner('/api/webhooks')).json()) as { kind: string }[];
    expect(webhooks.filter(({ kind }) => kind === 'endpoint')).toEqual([]);
  });

  describe('for a confirmed address', () => {
    const webhook = { label: 'Mine', url: 'https://hooks.example', eventTypes: ['compression.completed'] };
    const revoked = 'All API keys and webhooks of your account were revoked.';

    async function resetWith(more: { keepKeysAndWebhooks?: unknown }) {
      const owner = await apiClient(gateway);
      expect((await post(owner.member.browser, '/api/webhooks', webhook)).status).toBe(201);
      expect((await reset(await resetToken(owner.member), more)).status).toBe(204);
      const back = await logIn(gateway, owner.member.email, newPassword);
      const webhooks = (await (await back('/api/webhooks')).json()) as { label: string }[];
      const mails = await mailbox.receive(gateway, owner.member.email);
      const mail = mails.find(({ subject }) => subject === 'Your password was changed');
      return {
        status: (await owner.send('/usage')).status,
        hasWebhook: webhooks.some(({ label }) => label === 'Mine'),
        isNotified: mail?.text.replace(/\s+/g, ' ').includes(revoked),
      };
    }

    it('revokes API keys and webhooks and notifies the owner by email', async () => {
      expect(await resetWith({})).toEqual({ status: 401, hasWebhook: false, isNotified: true });
    });

    it('keeps API keys and webhooks on request', async () => {
      const kept = { status: 200, hasWebhook: true, isNotified: false };
      expect(await resetWith({ keepKeysAndWebhooks: true })).toEqual(kept);
    });

    it('does not mention API keys in the email if the account has none', async () => {
      const member = await signUp(gateway);
      await reset(await resetToken(member));
      expect((await mailbox.receive(gateway, member.email))[0]?.text).not.toContain('revoked');
    });

    it.each(['true', 1, null])('rejects the value %j of keepKeysAndWebhooks', async (keepKeysAndWebhooks) => {
      const member = await signUp(gateway);
      const refused = await reset(await resetToken(member), { keepKeysAndWebhooks });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'invalid_request', field: 'keepKeysAndWebhooks' });
    });
  });

  it('unlocks login for an account that was locked after too many guesses', async () => {
    const member = await signUp(gateway);
    const guess = () => post(browser(gateway), '/api/auth/login', { email: member.email, password: 'guess' });
    for (let tries = 0; tries < 20; tries += 1) await guess();
    expect((await guess()).status).toBe(429);
    await reset(await resetToken(member));
    await logIn(gateway, member.email, newPassword);
  });

  it('returns the same response for an unknown account as for a known one, but sends no email', async () => {
    const response = await post(browser(gateway), '/api/auth/forgot-password', { email: 'no@example.com' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await gateway.servers.sql("select 1 from mails where email = 'no@example.com'")).toEqual([]);
  });
});

describe('an email address', () => {
  it('is confirmed by the emailed link, which works once and expires after a day', async () => {
    const member = await signUp(gateway);
    const token = await tokenFor(member.email);
    await expectNotValid(later(24 * 3_600_000 + 1_000, () => verify(token)));
    expect((await verify(token)).status).toBe(204);
    expect(await userOf(member.browser)).toMatchObject({ isEmailVerified: true });
    await expectNotValid(verify(token));
  });

  it('can receive another confirmation link until it is confirmed', async () => {
    const member = await signUp(gateway);
    await tokenFor(member.email);
    expect((await post(member.browser, '/api/auth/send-verification')).status).toBe(204);
    expect((await verify(await tokenFor(member.email))).status).toBe(204);
    expect((await post(member.browser, '/api/auth/send-verification')).status).toBe(204);
    expect(await mailbox.receive(gateway, member.email)).toEqual([]);
    expect((await post(browser(gateway), '/api/auth/send-verification')).status).toBe(401);
  });
});

describe('a new email address', () => {
  const change = (member: TestMember, email: string, currentPassword = rightPassword) =>
    post(member.browser, '/api/auth/change-email', { email, currentPassword });

  it('takes effect when the emailed link is opened', async () => {
    const member = await signUp(gateway);
    await verify(await tokenFor(member.email));
    const { email } = newcomer();
    expect((await change(member, email)).status).toBe(204);
    expect(await userOf(member.browser)).toMatchObject({ email: member.email, isEmailVerified: true });
    expect((await verify(await tokenFor(email))).status).toBe(204);
    expect(await userOf(member.browser)).toMatchObject({ email, isEmailVerified: true });
    await logIn(gateway, email);
    // The old address is notified of the change, because someone other than the owner may have made it.
    const [notice] = await mailbox.receive(gateway, member.email);
    expect(notice?.subject).toBe('Your email address was changed');
    expect(notice?.source).toMatch(/^Reply-To: support@/im);
    const old = { email: member.email, password: rightPassword };
    expect((await post(browser(gateway), '/api/auth/login', old)).status).toBe(401);
  });

  it('takes effect without a notice to an old address that was never confirmed', async () => {
    const member = await signUp(gateway);
    await tokenFor(member.email);
    const { email } = newcomer();
    await change(member, email);
    await verify(await tokenFor(email));
    expect(await mailbox.receive(gateway, member.email)).toEqual([]);
  });

  it('is rejected if the password is wrong or another account has the address', async () => {
    const [member, other] = [await signUp(gateway), await signUp(gateway)];
    const wrong = await change(member, newcomer().email, 'wrong password');
    expect(wrong.status).toBe(403);
    expect(await wrong.json()).toMatchObject({ code: 'wrong_password', field: 'currentPassword' });
    const taken = await change(member, other.email.toLowerCase());
    expect(await taken.json()).toMatchObject({ code: 'email_taken', field: 'email' });
    expect((await change({ ...member, browser: browser(gateway) }, newcomer().email)).status).toBe(401);
  });

  it('is rejected if another account takes it before the link is opened', async () => {
    const member = await signUp(gateway);
    const { email } = newcomer();
    await change(member, email);
    const token = await tokenFor(email);
    await signUp(gateway, { email });
    await expectNotValid(verify(token));
    expect(await userOf(member.browser)).toMatchObject({ email: member.email });
  });

  it('invalidates the links sent to previously requested addresses', async () => {
    const member = await signUp(gateway);
    const first = await tokenFor(member.email);
    const [mistyped, meant] = [newcomer().email, newcomer().email];
    await change(member, mistyped);
    const second = await tokenFor(mistyped);
    await change(member, meant);
    await expectNotValid(verify(second));
    const resetLink = await resetToken(member);
    await change(member, meant);
    expect((await verify(await tokenFor(meant))).status).toBe(204);
    await expectNotValid(verify(first));
    await expectNotValid(reset(resetLink));
  });

  it.each(['reset', 'changed'])('no longer takes effect once the password is %s', async (how) => {
    const member = await signUp(gateway);
    const thiefs = newcomer().email;
    await change(member, thiefs);
    const token = await tokenFor(thiefs);
    const waiting = newcomer().email;
    if (how === 'reset') {
      const resetLink = await resetToken(member);
      await reset(resetLink);
    } else {
      await change(member, waiting);
      const body = { currentPassword: rightPassword, newPassword };
      expect((await post(member.browser, '/api/auth/change-password', body)).status).toBe(204);
      expect(await mailbox.receive(gateway, waiting)).toEqual([]);
    }
    await expectNotValid(verify(token));
  });
});
