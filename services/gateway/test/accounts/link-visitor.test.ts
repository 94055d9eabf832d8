import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { browser, json, startGateway, type TestGateway, upload } from '../gateway.ts';
import { accountIdOf, newcomer, post, rightPassword, roomy, signUp } from './people.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

async function holderOf(compressionId: string): Promise<unknown> {
  const [row] = await gateway.servers.sql('select account_id from compressions where id = $1', [
    compressionId,
  ]);
  return row?.account_id;
}

const uploadId = async (who: ReturnType<typeof browser>) => (await json(upload(who, image))).compressionId;

describe('a visitor’s compression', () => {
  // Spec: 3.12
  it('belongs to the account that the visitor creates, and remains accessible to the visitor', async () => {
    const who = browser(gateway);
    const id = await uploadId(who);
    expect(await holderOf(id)).toBeNull();
    const { accountId } = await signUp(gateway, {}, who);
    expect(await holderOf(id)).toBe(accountId);
    expect((await who(`/api/compression/${id}`)).status).toBe(200);
    expect(await (await who('/api/compressions')).json()).toMatchObject([{ id }]);
  });

  it('belongs to the account to which the visitor logs in, and to no other', async () => {
    const { email, accountId } = await signUp(gateway);
    const who = browser(gateway);
    const id = await uploadId(who);
    await post(who, '/api/auth/login', { email, password: rightPassword });
    expect(await holderOf(id)).toBe(accountId);
    const other = await signUp(gateway);
    expect((await other.browser(`/api/compression/${id}`)).status).toBe(404);
    await who('/api/auth/logout');
    expect((await who(`/api/compression/${id}`)).status).toBe(404);
  });

  it('still belongs to the first account when a second account logs in from the same browser', async () => {
    const who = browser(gateway);
    const id = await uploadId(who);
    const first = await signUp(gateway, {}, who);
    const second = await signUp(gateway, {}, who);
    expect(second.accountId).not.toBe(first.accountId);
    expect(await holderOf(id)).toBe(first.accountId);
  });

  it('belongs to the account if it is uploaded while the account is being created', async () => {
    const who = browser(gateway);
    await who('/api/compressions');
    const body = newcomer();
    // `asVisitor` is a browser that still has the visitor cookie from before the sign-up.
    const asVisitor = browser(gateway);
    for (const [name, value] of who.cookies) asVisitor.cookies.set(name, value);
    const [, ...ids] = await Promise.all([
      post(who, '/api/auth/signup', body),
      ...Array.from({ length: 6 }, () => uploadId(asVisitor)),
    ]);
    const accountId = await accountIdOf(gateway, body.email);
    for (const id of ids) expect(await holderOf(id)).toBe(accountId);
  });

  it('is not linked to an account by a failed login', async () => {
    const { email } = await signUp(gateway);
    const who = browser(gateway);
    const id = await uploadId(who);
    await post(who, '/api/auth/login', { email, password: 'wrong password' });
    expect(await holderOf(id)).toBeNull();
  });
});
