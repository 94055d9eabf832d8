import { maxSavedSettings, savedSettings, savedSettingsList } from '@gossamer/contracts/saved-settings';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { post, rightPassword, roomy, send, signUp } from './people.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  return () => gateway.close();
});

afterEach(() => {
  gateway.deps.clock = () => new Date();
});

const path = '/api/saved-settings';
const webp: CompressionSettings = {
  quality: 70,
  format: 'webp',
  resize: { widthPx: 1_200, maintainAspect: true },
  filter: 'sepia',
};
const save = (who: Browser, name: unknown, settings: unknown = defaultSettings) =>
  post(who, path, { name, settings });
const saved = async (who: Browser, name: string, settings: CompressionSettings = defaultSettings) =>
  savedSettings.parse(await (await save(who, name, settings)).json());
const list = async (who: Browser) => savedSettingsList.parse(await (await who(path)).json());
const rowsOf = (accountId: string) =>
  gateway.servers.sql('select name from saved_settings where account_id = $1 order by name', [accountId]);

describe('saved settings', () => {
  it('are stored under a trimmed name and listed, oldest first', async () => {
    const { browser: who } = await signUp(gateway);
    expect(await list(who)).toEqual([]);
    const made = await save(who, '  Shop photos ', webp);
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const shop = savedSettings.parse(await made.json());
    expect(shop).toMatchObject({ name: 'Shop photos', settings: webp, updatedAt: shop.createdAt });
    const blog = await saved(who, 'Blog');
    const listed = await who(path);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect(await listed.json()).toEqual([shop, blog]);
  });

  it('preserve every setting that the API allows', async () => {
    const { browser: who } = await signUp(gateway);
    const everything: CompressionSettings = {
      quality: 33,
      format: 'auto',
      formats: ['avif', 'webp'],
      resize: { widthPx: 640, heightPx: 480, maintainAspect: false, fit: 'cover' },
      filter: 'vintage',
      background: '#00ffa9',
      preserve: ['copyright', 'location'],
    };
    await save(who, 'Everything', everything);
    expect((await list(who))[0]?.settings).toEqual(everything);
  });

  it.each([
    ['Shop', 'sHOP'],
    ['Äpfel', 'äPFEL'],
    ['Привет', ' ПРИВЕТ'],
    ['Caf\u00e9', 'CAFE\u0301'],
  ])('are replaced by settings with the same name in another case: %s, %s', async (name, other) => {
    const { browser: who } = await signUp(gateway);
    const earlier = new Date(Date.now() - 60_000);
    gateway.deps.clock = () => earlier;
    const first = await saved(who, name);
    gateway.deps.clock = () => new Date();
    const replaced = await save(who, other, webp);
    expect(replaced.status).toBe(200);
    const second = savedSettings.parse(await replaced.json());
    expect(second).toMatchObject({ id: first.id, name: other.trim(), settings: webp });
    expect(second.createdAt).toBe(earlier.toISOString());
    expect(second.updatedAt > second.createdAt).toBe(true);
    expect(await list(who)).toEqual([second]);
  });

  it('can be deleted only once', async () => {
    const { browser: who } = await signUp(gateway);
    const [shop, blog] = [await saved(who, 'Shop'), await saved(who, 'Blog')];
    expect((await send(who, 'DELETE', `${path}/${shop.id}`)).status).toBe(204);
    expect(await list(who)).toEqual([blog]);
    const again = await send(who, 'DELETE', `${path}/${shop.id}`);
    expect(again.status).toBe(404);
    expect(await json(again)).toMatchObject({ code: 'saved_settings_not_found' });
  });

  it('cannot be seen, replaced or deleted by other accounts', async () => {
    const { browser: owner } = await signUp(gateway);
    const { browser: other } = await signUp(gateway);
    const mine = await saved(owner, 'Shop', webp);
    expect(await list(other)).toEqual([]);
    const [theirs, unknown] = await Promise.all(
      [mine.id, '0'.repeat(32)].map(async (id) => {
        const response = await send(other, 'DELETE', `${path}/${id}`);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(theirs).toMatch(/^404 .*"saved_settings_not_found"/);
    expect(theirs).toBe(unknown);
    expect((await save(other, 'Shop')).status).toBe(201);
    expect(await list(owner)).toEqual([mine]);
  });

  it('require a session', async () => {
    const visitor = browser(gateway);
    const answers = [
      await visitor(path),
      await save(visitor, 'Shop'),
      await send(visitor, 'DELETE', `${path}/${'0'.repeat(32)}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await json(answer)).toMatchObject({ code: 'unauthorized' });
    }
  });

  it('cannot be stored if the session ends during the request', async () => {
    const { browser: who, accountId } = await signUp(gateway);
    const pending = await gateway.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
      const request = save(who, 'Late');
      await waitFor('the request to wait for the account', async () => {
        const waiting = await gateway.servers.sql('select 1 from pg_locks where not granted');
        return waiting.length > 0;
      });
      await trx.deleteFrom('sessions').where('accountId', '=', accountId).execute();
      return { request };
    });
    expect((await pending.request).status).toBe(401);
    expect(await rowsOf(accountId)).toEqual([]);
  });

  it('are deleted with their account, while those of other accounts are kept', async () => {
    const [leaving, staying] = [await signUp(gateway), await signUp(gateway)];
    await save(leaving.browser, 'Shop');
    await save(staying.browser, 'Shop');
    const left = await send(leaving.browser, 'DELETE', '/api/auth/user', { currentPassword: rightPassword });
    expect(left.status).toBe(204);
    expect(await rowsOf(leaving.accountId)).toEqual([]);
    expect(await rowsOf(staying.accountId)).toEqual([{ name: 'Shop' }]);
  });
});

describe('the number of saved settings', () => {
  const names = Array.from({ length: maxSavedSettings + 5 }, (_, index) => `Settings ${index}`);

  it('is limited, even for concurrent requests', async () => {
    const { browser: who, accountId } = await signUp(gateway);
    const answers = await Promise.all(names.map((name) => save(who, name)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxSavedSettings);
    expect(refused).toHaveLength(5);
    expect(await rowsOf(accountId)).toHaveLength(maxSavedSettings);
    expect(await json(refused[0]!)).toMatchObject({
      code: 'too_many_saved_settings',
      details: { max: maxSavedSettings },
      message: expect.stringContaining(`You already have ${maxSavedSettings} saved settings.`),
    });
  });

  it('does not grow if settings are replaced, even at the limit', async () => {
    const { browser: who } = await signUp(gateway);
    for (const name of names.slice(0, maxSavedSettings)) await save(who, name);
    expect((await save(who, 'SETTINGS 3', webp)).status).toBe(200);
    expect(await list(who)).toHaveLength(maxSavedSettings);
    const [first] = await list(who);
    await send(who, 'DELETE', `${path}/${first?.id}`);
    expect((await save(who, 'One more')).status).toBe(201);
  });

  it('increases by only one for concurrent requests with the same name', async () => {
    const { browser: who } = await signUp(gateway);
    const answers = await Promise.all(['Shop', 'SHOP', 'shop', 'sHop'].map((name) => save(who, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await list(who)).toHaveLength(1);
  });
});

describe('a request to save settings', () => {
  it.each([undefined, null, '', ' ', 'x'.repeat(61), 'line\nbreak', 'turned \u202e', 'NUL\0', 5, ['Shop']])(
    'is rejected with the name %j',
    async (name) => {
      const { browser: who, accountId } = await signUp(gateway);
      const refused = await save(who, name);
      expect(refused.status).toBe(400);
      expect(await json(refused)).toMatchObject({
        code: 'invalid_full_name',
        field: 'name',
        details: { min: 1, max: 60 },
      });
      expect(await rowsOf(accountId)).toEqual([]);
    },
  );

  it.each([
    undefined,
    null,
    'webp',
    [],
    {},
    { ...defaultSettings, quality: 101 },
    { ...defaultSettings, format: 'gif' },
    { ...defaultSettings, resize: { maintainAspect: true } },
    { ...defaultSettings, resize: undefined },
    { ...defaultSettings, filter: 'blur' },
    { ...defaultSettings, background: 'red' },
  ])('is rejected with the settings %j', async (settings) => {
    const { browser: who, accountId } = await signUp(gateway);
    const refused = await post(who, path, { name: 'Shop', settings });
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code: 'invalid_request', field: 'settings' });
    expect(await rowsOf(accountId)).toEqual([]);
  });

  it('does not store unknown fields', async () => {
    const { browser: who } = await signUp(gateway);
    const { settings } = await saved(who, 'Shop', {
      ...webp,
      note: 'x'.repeat(1_000),
    } as CompressionSettings);
    expect(settings).toEqual(webp);
  });

  it('is rejected if its body is larger than 64 KB', async () => {
    const { browser: who } = await signUp(gateway);
    const refused = await save(who, 'x'.repeat(64 * 1024));
    expect(refused.status).toBe(413);
    expect(await json(refused)).toMatchObject({ code: 'request_too_large' });
  });

  it('is accepted at most 120 times an hour', async () => {
    const { browser: who } = await signUp(gateway);
    const noon = new Date('2026-11-21T12:00:00Z');
    gateway.deps.clock = () => noon;
    for (let count = 0; count < 120; count++) await save(who, 'Shop');
    const refused = await save(who, 'Shop');
    expect([refused.status, (await json(refused)).code]).toEqual([429, 'too_many_attempts']);
  });
});
