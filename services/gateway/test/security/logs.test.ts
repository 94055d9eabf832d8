import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { NewApiKey } from '@gossamer/contracts/api-keys';
import { freePort } from '@gossamer/testkit/free-port';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../src/mail/claim-mails.ts';
import { post, rightPassword, signUp } from '../accounts/people.ts';
import { proMember, sender } from '../api/v1/api-client.ts';
import { sendRaw } from '../compressions/upload/raw-http.ts';
import { browser, form, startGateway, type TestGateway, upload } from '../gateway.ts';

type Line = Record<string, unknown>;

let gateway: TestGateway;
let log = '';

/** Starts the gateway's HTTP process with log level `trace`, using the database and storage of a test gateway. */
beforeAll(async () => {
  const own = await startGateway();
  const { servers, deps } = own;
  const port = await freePort();
  const child = fork(join(import.meta.dirname, '../../src/main.ts'), [], {
    env: {
      ...process.env,
      DATABASE_URL: servers.databaseUrl,
      GATEWAY_DATABASE_SCHEMA: servers.schema,
      REDIS_URL: servers.redisUrl,
      REDIS_PREFIX: servers.redisPrefix,
      ...servers.storageEnv,
      GATEWAY_SECRET: deps.config.secret,
      GATEWAY_PORT: String(port),
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk));
  await once(child, 'message');
  gateway = { ...own, url: `http://127.0.0.1:${port}` };
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await own.close();
  };
});

const lines = (): Line[] =>
  log
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

/** Returns all log lines for the request that a response belongs to. Waits until the last line has been written. */
async function linesOf(response: Response): Promise<Line[]> {
  const requestId = response.headers.get('x-request-id');
  const find = () => lines().filter((line) => line.requestId === requestId);
  await waitFor('the line of the request', () => find().some(({ msg }) => msg === 'request completed'));
  return find();
}

describe('the gateway log', () => {
  it('identifies the account in each login, even if it fails, and in each request of a member', async () => {
    const member = await signUp(gateway);
    const { accountId, email } = member;

    const wrong = await post(browser(gateway), '/api/auth/login', { email, password: 'a wrong password' });
    expect(await linesOf(wrong)).toEqual([
      expect.objectContaining({ accountId, msg: 'rejected login', time: expect.any(Number) }),
      expect.objectContaining({ code: 'invalid_credentials', msg: 'rejected request' }),
      expect.objectContaining({ route: '/api/auth/login', status: 401, msg: 'request completed' }),
    ]);
    const unknown = { email: 'nobody@example.com', password: 'a wrong password' };
    const ofUnknown = await linesOf(await post(browser(gateway), '/api/auth/login', unknown));
    expect(ofUnknown[0]).toMatchObject({ msg: 'rejected login' });
    expect(ofUnknown[0]).not.toHaveProperty('accountId');

    const right = await post(browser(gateway), '/api/auth/login', { email, password: rightPassword });
    expect((await linesOf(right))[0]).toMatchObject({ accountId, msg: 'started session' });
    const asked = await linesOf(await member.browser('/api/auth/user'));
    expect(asked).toMatchObject([{ accountId, authenticatedBy: 'session', msg: 'request completed' }]);
    const wrongAgain = { currentPassword: 'a wrong password', newPassword: 'another password' };
    const refused = await linesOf(await post(member.browser, '/api/auth/change-password', wrongAgain));
    expect(refused[0]).toMatchObject({ accountId, code: 'wrong_password', msg: 'rejected request' });
    const left = await linesOf(await member.browser('/api/auth/logout'));
    expect(left[0]).toMatchObject({ accountId, msg: 'ended session' });
  });

  it('identifies the account of a password reset', async () => {
    const { accountId, email } = await signUp(gateway);
    const { db } = gateway.deps;
    await post(browser(gateway), '/api/auth/forgot-password', { email });
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('kind', '=', 'reset')
      .executeTakeFirstOrThrow();
    const token = await makeToken(db, mail, 'reset', new Date());
    const reset = await post(browser(gateway), '/api/auth/reset-password', {
      token,
      password: rightPassword,
    });
    expect(reset.status).toBe(204);
    expect((await linesOf(reset))[0]).toMatchObject({ accountId, msg: 'reset password' });
  });

  it('identifies the account of an API key, and records denied requests', async () => {
    const member = await proMember(gateway);
    const { token } = (await (await post(member.browser, '/api/keys', { label: 'Log' })).json()) as NewApiKey;
    const used = await linesOf(await sender(gateway, token)('/usage'));
    expect(used).toMatchObject([{ accountId: member.accountId, authenticatedBy: 'api_key', status: 200 }]);
    const refused = await linesOf(await sender(gateway, `${token.slice(0, -4)}0000`)('/usage'));
    expect(refused[0]).toMatchObject({ code: 'invalid_api_key', msg: 'rejected request' });
    const foreign = await linesOf(await member.browser(`/api/compression/${'0'.repeat(32)}`));
    expect(foreign[0]).toMatchObject({ accountId: member.accountId, code: 'compression_not_found' });
  });

  it('contains no passwords, keys, cookies, email addresses or file names', async () => {
    const member = await proMember(gateway);
    const { token } = (await (await post(member.browser, '/api/keys', { label: 'Log' })).json()) as NewApiKey;
    await sender(gateway, token)('/usage');
    await post(browser(gateway), '/api/auth/forgot-password', { email: member.email });
    await post(browser(gateway), '/api/auth/login', { email: member.email, password: 'my other password' });
    await linesOf(await upload(member.browser, Buffer.from('no image'), { filename: 'my-passport.png' }));
    const api = sender(gateway, token);
    const presigned = 'https://bucket.example.com/a?X-Amz-Signature=3f79bb7b435b0532';
    const query = new URLSearchParams({ deliverTo: presigned });
    const image = await photo({ widthPx: 16, heightPx: 12 });
    const bytes = { method: 'POST', body: new Uint8Array(image) };
    const body = form([
      ['image', image],
      ['deliverTo', presigned],
    ]);
    expect((await linesOf(await api(`/compressions?${query}`, bytes))).length).toBeGreaterThan(0);
    expect((await linesOf(await api('/compressions', { method: 'POST', body }))).length).toBeGreaterThan(0);
    const secrets = [
      ...[rightPassword, 'my other password', token, gateway.deps.config.secret, 'my-passport'],
      ...['X-Amz-Signature', '3f79bb7b435b0532'],
      ...[member.email, member.email.toLowerCase(), 'Lovelace', ...member.browser.cookies.values()],
    ];
    expect(secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  });

  it('records malformed and ambiguous requests', async () => {
    const body = 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
    for (const text of [`POST /api/auth/login HTTP/1.1\r\nhost: x\r\n${body}`, 'no HTTP\r\n\r\n'])
      await sendRaw(gateway, (socket) => socket.write(text));
    const codes = () =>
      lines().flatMap(({ msg, code }) => (msg === 'rejected malformed request' ? [code] : []));
    await waitFor('both lines', () => codes().length === 2);
    expect(codes()).toEqual(['HPE_INVALID_TRANSFER_ENCODING', 'HPE_INVALID_METHOD']);
  });

  it('never contains a line forged by a client', async () => {
    const injected = 'abc\n{"level":60,"msg":"forged"}';
    await linesOf(await browser(gateway)(`/api/compression/${encodeURIComponent(injected)}`));
    await linesOf(await post(browser(gateway), '/api/auth/login', { email: injected, password: injected }));
    expect(lines().some(({ msg }) => msg === 'forged')).toBe(false);
  });
});
