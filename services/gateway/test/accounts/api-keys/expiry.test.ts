import { apiKeyLifetimesDays, apiKeyList, newApiKey } from '@gossamer/contracts/api-keys';
import { beforeAll, expect, it } from 'vitest';
import { proMember, sender } from '../../api/v1/api-client.ts';
import { json, startGateway, type TestGateway } from '../../gateway.ts';
import { post, roomy } from '../people.ts';

const dayMs = 24 * 3_600_000;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

/** Runs a function with the gateway's clock advanced by `ms` milliseconds. */
async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
  gateway.deps.clock = () => new Date(Date.now() + ms);
  try {
    return await act();
  } finally {
    gateway.deps.clock = () => new Date();
  }
}

it.each(apiKeyLifetimesDays)(
  'rejects an API key after its lifetime of %i days with the error code for expired keys',
  async (expiresInDays) => {
    const { browser: visit } = await proMember(gateway);
    const { token, ...key } = newApiKey.parse(
      await (await post(visit, '/api/keys', { label: 'Short', expiresInDays })).json(),
    );
    expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBe(expiresInDays * dayMs);
    const send = sender(gateway, token);
    expect((await later(expiresInDays * dayMs - 60_000, () => send('/usage'))).status).toBe(200);
    const listKey = async () => apiKeyList.parse(await (await visit('/api/keys')).json())[0];
    const used = (await listKey())?.lastUsedAt;
    await later(expiresInDays * dayMs, async () => {
      const refused = await send('/usage');
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await json(refused)).toMatchObject({ code: 'api_key_expired' });
      const authorization = `Basic ${Buffer.from(`api:${token}`).toString('base64')}`;
      const compatible = await fetch(`${gateway.url}/shrink`, { method: 'POST', headers: { authorization } });
      expect([compatible.status, await compatible.json()]).toEqual([
        401,
        {
          error: 'Unauthorized',
          message: 'The API key has expired. Create a new one on your account page.',
        },
      ]);
    });
    expect(await listKey()).toMatchObject({ isExpired: false, lastUsedAt: used });
  },
);

it('marks an expired API key as expired in the list of keys', async () => {
  const { browser: visit, accountId } = await proMember(gateway);
  await post(visit, '/api/keys', { label: 'Short', expiresInDays: 30 });
  await gateway.servers.sql("update api_keys set expires_at = now() - interval '1 s' where account_id = $1", [
    accountId,
  ]);
  expect(apiKeyList.parse(await (await visit('/api/keys')).json())).toMatchObject([
    { label: 'Short', isExpired: true },
  ]);
});

it('still accepts an API key without an expiration date after several years', async () => {
  const { browser: visit } = await proMember(gateway);
  const key = newApiKey.parse(await (await post(visit, '/api/keys', { label: 'Lasting' })).json());
  expect(key).toMatchObject({ expiresAt: null, isExpired: false });
  expect((await later(4_000 * dayMs, () => sender(gateway, key.token)('/usage'))).status).toBe(200);
});

it.each([0, 31, -30, '30', 1e9])(
  'rejects the creation of an API key with a lifetime of %j days',
  async (expiresInDays) => {
    const { browser: visit } = await proMember(gateway);
    const refused = await post(visit, '/api/keys', { label: 'Test', expiresInDays });
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code: 'invalid_request', field: 'expiresInDays' });
  },
);
