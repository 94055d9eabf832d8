import { beforeAll, describe, expect, it } from 'vitest';
import { post, rightPassword, roomy, signUp } from '../accounts/people.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

/** Returns the status, headers and body of a response, excluding headers that differ in each response. */
async function wholeAnswer(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id|set-cookie)$/.test(name));
  const text = (await response.text()).replace(/"requestId":"\w+"/, '');
  return JSON.stringify([response.status, headers, response.headers.getSetCookie().length, text]);
}

describe('an email address that has an account', () => {
  it.each<[string, (email: string) => object]>([
    ['login', (email) => ({ email, password: 'wrong password' })],
    ['forgot-password', (email) => ({ email })],
  ])('always gets the same response from %s as an unknown address', async (route, body) => {
    const answers = new Set<string>();
    for (let times = 0; times < 20; times++) {
      await gateway.servers.sql('truncate counters');
      const { email } = await signUp(gateway);
      for (const address of [email, `nobody.${times}@example.com`]) {
        answers.add(await wholeAnswer(await post(browser(gateway), `/api/auth/${route}`, body(address))));
      }
    }
    expect(answers.size).toBe(1);
  });

  it('requires one password hash at login, like an unknown address', async () => {
    const verified: (string | undefined)[] = [];
    const { verify } = gateway.deps.passwords;
    gateway.deps.passwords.verify = (hash, password) => {
      verified.push(hash);
      return verify(hash, password);
    };
    const { email } = await signUp(gateway);
    for (const address of [email, 'nobody@example.com']) {
      await post(browser(gateway), '/api/auth/login', { email: address, password: 'wrong password' });
    }
    gateway.deps.passwords.verify = verify;
    expect(verified).toEqual([expect.stringContaining('$argon2id$'), undefined]);
  });

  it('is revealed only at sign-up, and at most five times an hour to a member who changes the email address', async () => {
    const { email } = await signUp(gateway);
    const { browser: curious } = await signUp(gateway);
    const body = { email, currentPassword: rightPassword };
    const statuses: number[] = [];
    for (let times = 0; times < 7; times++) {
      statuses.push((await post(curious, '/api/auth/change-email', body)).status);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429]);
  });
});
