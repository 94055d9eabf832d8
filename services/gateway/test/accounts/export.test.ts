import { defaultSettings } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { kept, partneredBy, startAffiliate } from '../affiliate/affiliate-server.ts';
import { browser, json, startGateway, startWorker, type TestGateway, upload } from '../gateway.ts';
import { post, roomy, signUp, type TestMember } from './people.ts';

let gateway: TestGateway;
let member: TestMember;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  member = await signUp(gateway);
  return () => gateway.close();
});

describe('the data export', () => {
  it('requires a confirmed email address', async () => {
    const response = await member.browser('/api/auth/export');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'email_not_verified' });
  });

  it('contains all data of the account, but no password and no data of other accounts', async () => {
    await gateway.servers.sql(
      `insert into api_keys (id, account_id, label, token_hash, hint, created_at)
       values ('k', $1, 'Build', 'the hash of a key', 'x7k2', '2026-01-02T00:00:00Z')`,
      [member.accountId],
    );
    await post(member.browser, '/api/saved-settings', { name: 'Shop', settings: defaultSettings });
    const other = await signUp(gateway);
    await post(other.browser, '/api/saved-settings', { name: 'Theirs', settings: defaultSettings });
    const worker = startWorker(gateway);
    const image = await photo({ widthPx: 32, heightPx: 24 });
    await upload(browser(gateway), image);
    const fields = { fields: { quality: '77' }, filename: 'holiday.jpg' };
    const { compressionId } = await json(upload(member.browser, image, fields));
    await worker.close();
    await gateway.servers.sql('update accounts set email_verified_at = now() where id = $1', [
      member.accountId,
    ]);

    const response = await member.browser('/api/auth/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="gossamer-export.json"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).not.toMatch(/argon2|password/i);
    const exported = JSON.parse(text);
    expect(exported).toEqual({
      account: {
        id: member.accountId,
        email: member.email,
        emailVerifiedAt: expect.any(String),
        firstName: 'Ada',
        lastName: 'Lovelace',
        preferredLanguage: 'en',
        plan: 'free',
        countsDeviceResults: false,
        createdAt: expect.any(String),
      },
      sessions: [{ createdAt: expect.any(String), expiresAt: expect.any(String) }],
      savedSettings: [
        {
          name: 'Shop',
          settings: defaultSettings,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      apiKeys: [
        {
          label: 'Build',
          hint: 'x7k2',
          scopes: [],
          createdAt: '2026-01-02T00:00:00.000Z',
          lastUsedAt: null,
          expiresAt: null,
        },
      ],
      webhooks: [],
      compressions: [expect.objectContaining({ id: compressionId, originalFilename: 'holiday.jpg' })],
    });
    expect(text).not.toContain('the hash of a key');
    expect(exported.compressions[0].settings).toMatchObject({ quality: 77 });
  });

  it('contains every row of a long history exactly once', async () => {
    const count = 1_234;
    await gateway.servers.sql(
      `insert into compressions (id, owner, account_id, request_id, original_filename, original_format,
         original_size_bytes, original_sha256, settings, max_pixels, is_sample, created_at)
       select lpad(n::text, 32, '0'), 'member:' || $1, $1, 'r', 'ü"\\' || n, 'png', 1, '', '{}', 1, false,
         -- Many at the same moment: pages must not lose those on their edges.
         timestamptz '2026-01-01' + make_interval(secs => n / 100)
       from generate_series(1, ${count}) n`,
      [member.accountId],
    );
    const exported = JSON.parse(await (await member.browser('/api/auth/export')).text());
    const ids = exported.compressions.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(count + 1);
    expect(new Set(ids).size).toBe(count + 1);
  });

  it('contains the affiliate data, or fails with 503 while the affiliate service is unavailable', async () => {
    const affiliate = await startAffiliate();
    const partnered = await startGateway({ ...roomy, ...partneredBy(affiliate) });
    const { browser: who, accountId } = await signUp(partnered);
    const read = () => who('/api/auth/export');
    expect([(await read()).status, affiliate.calls]).toEqual([403, []]);
    await partnered.servers.sql('update accounts set email_verified_at = now()');
    expect(await (await read()).json()).toMatchObject({
      account: { id: accountId },
      ...kept,
      compressions: [],
    });
    expect(affiliate.last().who?.accountId).toBe(accountId);
    affiliate.play('GET /partner/export', { status: 200, body: { affiliate: null } });
    expect(await (await read()).json()).toMatchObject({ affiliate: null });
    affiliate.play('GET /partner/export', 'unavailable');
    const response = await read();
    expect([response.status, (await json(response)).code]).toEqual([503, 'affiliate_unavailable']);
    expect(response.headers.get('content-disposition')).toBeNull();
    await partnered.close();
    await affiliate.close();
  });
});
