import { defaultSettings } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendDueMails } from '../../src/mail/send-due-mails.ts';
import {
  browser,
  compressed,
  json,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import { post, rightPassword, roomy, send, signUp, type TestMember, userOf } from './people.ts';

let gateway: TestGateway;
let mailbox: Mailbox;
let image: Buffer;
let worker: TestWorker | undefined;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  mailbox = await openMailbox();
  gateway = await startGateway({ ...roomy, ...mailbox.env });
  return async () => {
    await gateway.close();
    await mailbox.close();
  };
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const leave = ({ browser: who }: TestMember, currentPassword = rightPassword) =>
  send(who, 'DELETE', '/api/auth/user', { currentPassword });

/** Returns the names of all tables that contain the account's id or email address. */
async function traces({ accountId, email }: TestMember): Promise<string[]> {
  const tables = await gateway.servers.sql(
    'select table_name from information_schema.tables where table_schema = current_schema()',
  );
  const found: string[] = [];
  for (const { table_name: table } of tables) {
    const rows = await gateway.servers.sql(
      `select 1 from ${table} t where t::text like $1 or t::text ilike $2`,
      [`%${accountId}%`, `%${email}%`],
    );
    if (rows.length > 0) found.push(String(table));
  }
  return found.sort();
}

describe('the deletion of an account', () => {
  it('leaves no rows, files or jobs, and notifies the other services and the owner', async () => {
    worker = startWorker(gateway);
    const who = browser(gateway);
    const asVisitor = await json(upload(who, image));
    const member = await signUp(gateway, {}, who);
    const asMember = await json(upload(who, image));
    await post(who, '/api/saved-settings', { name: 'Shop', settings: defaultSettings });
    expect(await traces(member)).toContain('saved_settings');
    await post(browser(gateway), '/api/auth/forgot-password', { email: member.email });
    await post(browser(gateway), '/api/auth/login', { email: member.email, password: 'wrong password' });
    expect((await storedKeys(gateway)).length).toBeGreaterThan(4);
    const visitorBefore = who.cookies.get('visitor');
    await gateway.servers.sql('update accounts set email_verified_at = now() where id = $1', [
      member.accountId,
    ]);

    const response = await leave(member);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await storedKeys(gateway)).toEqual([]);
    for (const id of [asVisitor.compressionId, asMember.compressionId]) {
      expect(await gateway.deps.compressionJobs.queue.getJob(id)).toBeUndefined();
    }
    expect(await userOf(who)).toBeUndefined();
    expect(who.cookies.has('session')).toBe(false);
    expect(who.cookies.get('visitor')).not.toBe(visitorBefore);

    // Only undelivered facts and the email about the deletion may remain.
    expect(await traces(member)).toEqual(['mails', 'outbox']);
    const facts = await gateway.servers.sql(
      'select name, version from outbox where key = $1 order by version',
      [member.accountId],
    );
    expect(facts).toEqual([
      { name: 'account.created', version: 1 },
      { name: 'account.deleted', version: 2 },
    ]);
    const mails = await mailbox.receive(gateway, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
    expect(await traces(member)).toEqual(['outbox']);
  });

  it('sends no email if the address was never confirmed', async () => {
    const member = await signUp(gateway);
    await mailbox.receive(gateway, member.email);
    await leave(member);
    expect(await mailbox.receive(gateway, member.email)).toEqual([]);
  });

  it('removes a waiting job from the queue', async () => {
    const member = await signUp(gateway);
    const { compressionId } = await json(upload(member.browser, image));
    expect(await gateway.deps.compressionJobs.queue.getJob(compressionId)).toBeDefined();
    await leave(member);
    expect(await gateway.deps.compressionJobs.queue.getJob(compressionId)).toBeUndefined();
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('deletes the result that a running job stores after the deletion', async () => {
    const [begun, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    worker = startWorker(gateway, async (job) => {
      begun.resolve();
      await deleted.promise;
      return compressed(gateway, job, Buffer.from('result'));
    });
    const member = await signUp(gateway);
    const { compressionId } = await json(upload(member.browser, image));
    await begun.promise;
    expect((await leave(member)).status).toBe(204);
    deleted.resolve();
    await waitFor('its traces in the queues to go', async () => (await tracesOf(compressionId)).length === 0);
    await waitFor('its result to go', async () => (await storedKeys(gateway)).length === 0);
    expect(await gateway.servers.sql('select 1 from compressions where id = $1', [compressionId])).toEqual(
      [],
    );
  });

  it('requires the password', async () => {
    const member = await signUp(gateway);
    const response = await leave(member, 'wrong password');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'wrong_password', field: 'currentPassword' });
    expect(await userOf(member.browser)).toBeDefined();
  });

  it('succeeds for only one of two simultaneous requests, and frees the email address', async () => {
    const member = await signUp(gateway);
    const statuses = (await Promise.all([leave(member), leave(member)])).map(({ status }) => status);
    expect(statuses).toContain(204);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    await signUp(gateway, { email: member.email });
  });

  it('succeeds while images are being uploaded and emails are being sent', async () => {
    const member = await signUp(gateway);
    const under = Array.from({ length: 4 }, () => upload(member.browser, image));
    const [left, sent, ...uploads] = await Promise.all([leave(member), sendDueMails(gateway.deps), ...under]);
    expect(left.status).toBe(204);
    expect(sent).toBeGreaterThanOrEqual(0);
    expect(uploads.every(({ status }) => status !== 500)).toBe(true);
    expect((await traces(member)).filter((table) => table === 'compressions')).toEqual([]);
  });
});

/** Returns all jobs, in any queue and state, that contain the compression's id. */
async function tracesOf(compressionId: string): Promise<string[]> {
  const { redis } = gateway.deps;
  const keys = await redis.keys(`${gateway.servers.redisPrefix}:*`);
  const found: string[] = [];
  for (const key of keys) {
    const isNamed = key.includes(compressionId);
    const isJob = (await redis.type(key)) === 'hash';
    if (isNamed || (isJob && JSON.stringify(await redis.hgetall(key)).includes(compressionId)))
      found.push(key);
  }
  return found;
}
