import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '../../src/mail/mailer.ts';
import { sendDueMails } from '../../src/mail/send-due-mails.ts';
import { post, roomy, signUp } from '../accounts/people.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { type Mailbox, openMailbox, parse } from './mailbox.ts';
import { startSmtpServer } from './smtp-server.ts';

let gateway: TestGateway;
let mailbox: Mailbox;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
const lines: { level: string; about: Record<string, unknown>; message: string }[] = [];

beforeAll(async () => {
  smtp = await startSmtpServer();
  mailbox = await openMailbox();
  const env = {
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://gossamer.example',
    MAIL_FROM: 'Us <us@gossamer.example>',
  };
  gateway = await startGateway({ ...roomy, ...env });
  for (const level of ['info', 'warn', 'error'] as const) {
    gateway.deps.logger[level] = ((about: Record<string, unknown>, message: string) =>
      lines.push({ level, about, message })) as never;
  }
  return async () => {
    await gateway.close();
    await smtp.close();
    await mailbox.close();
  };
});

beforeEach(async () => {
  await sendDueMails(gateway.deps);
  await gateway.servers.sql('delete from mails');
  smtp.mails.length = 0;
  lines.length = 0;
});

const start = Date.now() + 60_000;
const at = (minutes: number) => {
  gateway.deps.clock = () => new Date(start + minutes * 60_000);
};
const waiting = () => gateway.servers.sql('select kind, attempts from mails order by created_at');

describe('emails', () => {
  it('are sent once, with a link to the public URL', async () => {
    at(0);
    const { email } = await signUp(gateway, { firstName: 'Zoë' });
    await browser(gateway)('/api/auth/forgot-password', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil',
      },
      body: JSON.stringify({ email }),
    });
    expect(await sendDueMails(gateway.deps)).toBe(2);
    expect(await waiting()).toEqual([]);
    expect(await sendDueMails(gateway.deps)).toBe(0);

    expect(smtp.mails.map(({ from, to }) => [from, to.map((one) => one.toLowerCase())])).toEqual(
      Array(2).fill(['us@gossamer.example', [email.toLowerCase()]]),
    );
    const mails = smtp.mails.map(({ source }) => parse(source));
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Confirm your email address',
      'Set a new password',
    ]);
    for (const mail of mails) {
      expect(mail.text).toContain('Hello Zoë,');
      expect(mail.text).toMatch(
        /https:\/\/gossamer\.example\/(reset-password|verify-email)\?token=[0-9a-z]{32}\b/,
      );
      expect(mail.source).not.toContain('evil');
      expect(mail.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    }
    // The database must contain only a hash of the token in the link.
    const kept = JSON.stringify(await gateway.servers.sql('select * from mail_tokens'));
    for (const { token } of mails) expect(kept).not.toContain(token);
  });

  it('are sent by only one of several concurrent processes', async () => {
    at(0);
    for (let count = 0; count < 12; count += 1) await signUp(gateway);
    const sent = await Promise.all([1, 2, 3].map(() => sendDueMails(gateway.deps)));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(smtp.mails).toHaveLength(12);
    expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(12);
  });

  it('are retried with increasing delays until the server accepts them', async () => {
    at(0);
    const { email } = await signUp(gateway);
    smtp.refuseWith(`451 4.3.0 <${email}> try later`);
    const attemptsAt = async (minutes: number) => {
      at(minutes);
      await sendDueMails(gateway.deps);
      return (await waiting())[0]?.attempts;
    };
    expect(await attemptsAt(0)).toBe(1);
    expect(await attemptsAt(0.4)).toBe(1);
    expect(await attemptsAt(0.5)).toBe(2);
    expect(await attemptsAt(1.4)).toBe(2);
    expect(await attemptsAt(1.5)).toBe(3);
    // From the eighth attempt onward, the delay is one hour.
    for (let attempt = 4; attempt <= 10; attempt += 1) expect(await attemptsAt(attempt * 60)).toBe(attempt);
    expect(await attemptsAt(10 * 60 + 59)).toBe(10);
    smtp.refuseWith(undefined);
    at(11 * 60);
    expect(await sendDueMails(gateway.deps)).toBe(1);
    expect(smtp.mails).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(10);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(email, 'i'));
  });

  it('fail permanently after a day, and are logged without personal data', async () => {
    at(0);
    const { email } = await signUp(gateway);
    smtp.refuseWith(`550 5.1.1 <${email}> unknown`);
    at(23 * 60);
    await sendDueMails(gateway.deps);
    expect(await waiting()).toHaveLength(1);
    at(24 * 60);
    await sendDueMails(gateway.deps);
    smtp.refuseWith(undefined);
    expect(await waiting()).toEqual([]);
    const line = lines.find(({ level }) => level === 'error');
    expect(line).toMatchObject({
      message: 'failed to send email, will not retry',
      about: { kind: 'verify', fault: '550' },
    });
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(email, 'i'));
  });

  it('are sent by another process if the process that claimed them has crashed', async () => {
    at(0);
    await signUp(gateway);
    await gateway.servers.sql('update mails set attempts = 1, next_attempt_at = $1', [
      new Date(start + 5 * 60_000),
    ]);
    at(4);
    expect(await sendDueMails(gateway.deps)).toBe(0);
    at(5);
    expect(await sendDueMails(gateway.deps)).toBe(1);
  });

  it('are not sent once the account is deleted, except for the notice of the deletion', async () => {
    at(0);
    const { browser: who, accountId } = await signUp(gateway);
    await post(who, '/api/auth/send-verification');
    await gateway.servers.sql('update accounts set email_verified_at = now() where id = $1', [accountId]);
    await who('/api/auth/user', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'correct horse battery' }),
    });
    expect(await sendDueMails(gateway.deps)).toBe(1);
    expect(smtp.mails.map(({ source }) => parse(source).subject)).toEqual(['Your account was deleted']);
  });
});

describe('without a mail server, the gateway', () => {
  it('writes emails to the log and to files that only the service can read', async () => {
    const { deps } = gateway;
    const mail = {
      smtpUrl: undefined,
      from: 'us@gossamer.example',
      directory: join(mailbox.directory, 'new'),
    };
    const mailer = createMailer({ mail, publicUrl: 'https://gossamer.example' }, deps.logger);
    const written = {
      id: 'abc',
      kind: 'reset',
      to: 'ada@example.com',
      subject: 'S',
      text: 'T',
      html: '<p>T</p>',
    };
    await mailer.send(written);
    await mailer.send(written);
    const { mode } = await stat(join(mail.directory, 'abc.eml'));
    expect(mode & 0o777).toBe(0o600);
    expect(lines).toEqual(
      Array(2).fill({
        level: 'info',
        about: { mailId: 'abc', kind: 'reset', subject: 'S', text: 'T' },
        message: expect.any(String),
      }),
    );
  });

  it('prevents header injection through an address or a subject', async () => {
    const { deps } = gateway;
    const mail = { smtpUrl: undefined, from: 'us@gossamer.example', directory: mailbox.directory };
    const mailer = createMailer({ mail, publicUrl: 'https://gossamer.example' }, deps.logger);
    await mailer.send({
      id: 'hostile',
      kind: 'reset',
      to: 'ada@example.com\r\nBcc: evil@example.com',
      subject: 'S\r\nBcc: evil@example.com',
      text: 'T',
      html: '<p>T</p>',
    });
    const [read] = (await mailbox.read()).filter(({ source }) => source.includes('<hostile@'));
    expect(read?.source).not.toMatch(/^Bcc:/im);
  });
});
