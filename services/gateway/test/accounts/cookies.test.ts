import { afterEach, describe, expect, it } from 'vitest';
import { pruneSpent } from '../../src/accounts/prune-spent.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';
import { newcomer, post, signUp, userOf } from './people.ts';

let gateway: TestGateway | undefined;

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** Returns the Set-Cookie headers of the responses to a sign-up and a logout, by cookie name. */
async function cookieLines(publicUrl: string) {
  gateway = await startGateway({ PUBLIC_URL: publicUrl });
  const who = browser(gateway);
  const lines = async (response: Response) =>
    Object.fromEntries(response.headers.getSetCookie().map((line) => [line.split('=')[0], line]));
  const given = await lines(await post(who, '/api/auth/signup', newcomer()));
  const taken = await lines(await who('/api/auth/logout'));
  return { given, taken };
}

describe('cookies', () => {
  it('have the attributes HttpOnly and SameSite=Lax', async () => {
    const { given } = await cookieLines('http://localhost:3000');
    for (const name of ['session', 'visitor', 'known']) {
      expect(given[name]).toMatch(/; HttpOnly/);
      expect(given[name]).toMatch(/; SameSite=Lax/);
      expect(given[name]).toMatch(/; Path=\//);
      expect(given[name]).not.toMatch(/; (Secure|Domain)/);
    }
    expect(given.session).toContain(`; Max-Age=${30 * 24 * 3_600}`);
    expect(given.known).toContain(`; Max-Age=${400 * 24 * 3_600}`);
  });

  it('do not contain the account id, and only the known-browser cookie survives logout', async () => {
    gateway = await startGateway();
    const { browser: who, accountId } = await signUp(gateway);
    await who('/api/auth/logout');
    expect(who.cookies.get('known')).toMatch(/^[0-9a-z]{32}\.\d+\.[\w-]{43}$/);
    expect(who.cookies.get('known')).not.toContain(accountId);
  });

  it('have the prefix __Host- and the attribute Secure if the public URL uses TLS', async () => {
    const { given, taken } = await cookieLines('https://gossamer.example');
    expect(Object.keys(given).sort()).toEqual(['__Host-known', '__Host-session', '__Host-visitor']);
    for (const line of [...Object.values(given), ...Object.values(taken)]) {
      expect(line).toMatch(/; Path=\//);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; Secure/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).not.toMatch(/; Domain/);
    }
    expect(taken['__Host-session']).toMatch(/^__Host-session=; /);
  });
});

describe('pruning expired records', () => {
  it('deletes expired records and nothing else', async () => {
    gateway = await startGateway();
    const { browser: who, accountId } = await signUp(gateway);
    await signUp(gateway);
    await gateway.servers.sql(
      `insert into mail_tokens select n::text, $1, 'verify', 'x', now() + make_interval(hours => n)
       from generate_series(-1, 2) n where n <> 0`,
      [accountId],
    );
    await gateway.servers.sql(
      "update sessions set expires_at = now() - interval '1 s' where account_id <> $1",
      [accountId],
    );
    expect(await pruneSpent(gateway.deps)).toBe(2);
    expect(await userOf(who)).toBeDefined();
    expect(await gateway.servers.sql('select hash from mail_tokens order by 1')).toEqual([
      { hash: '1' },
      { hash: '2' },
    ]);
  });
});
