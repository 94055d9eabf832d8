import { defaultSettings } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { rightPassword, send, signUp, type TestMember } from '../accounts/people.ts';
import { browser, form } from '../gateway.ts';
import { addEndpoint, signUpPro } from '../webhooks/members.ts';
import {
  addressOf,
  isUnsafe,
  nameOf,
  type Route,
  startWholeGateway,
  type WholeGateway,
} from './every-route.ts';

let whole: WholeGateway;
let member: TestMember;
let key: string;
let image: Buffer;

beforeAll(async () => {
  whole = await startWholeGateway({ GATEWAY_API_REQUESTS_PER_MINUTE: '100000' });
  member = await signUpPro(whole.gateway);
  const made = await send(member.browser, 'POST', '/api/keys', { label: 'x' });
  key = ((await made.json()) as { token: string }).token;
  image = await photo({ widthPx: 16, heightPx: 12 });
  return () => whole.close();
});

/** Matches details that a response must not disclose: paths, SQL, IP addresses, stack traces, library names. */
const internals =
  /node_modules|\.ts:\d|\bat \w+ \(|select .* from|insert into|postgres|kysely|redis:|127\.0\.0\.1:|ECONN|ENOENT|ZodError|FST_ERR|originals\//i;

const bodies: Record<string, string> = {
  'a prototype': '{"__proto__":{"isPolluted":true,"plan":"pro"}}',
  "a constructor's prototype": '{"constructor":{"prototype":{"isPolluted":true}}}',
  'an array': '[1]',
  'a string': '"text"',
  null: 'null',
  'a number': '1e400',
  'incomplete JSON': '{"email":',
  'deep nesting': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'objects instead of strings': JSON.stringify(
    Object.fromEntries(
      [
        'email',
        'password',
        'currentPassword',
        'newPassword',
        'token',
        'label',
        'url',
        'code',
        'promoCode',
        'firstName',
        'reason',
        'languageCode',
        'payoutEmail',
        'name',
      ].map((name) => [name, { $gt: '', toString: 'x', length: 40 }]),
    ),
  ),
  'arrays instead of strings': JSON.stringify({
    email: ['a@example.com', 'b@example.com'],
    password: [rightPassword],
    token: [1],
    label: ['x'],
    url: ['https://a.example'],
    code: ['ADA4711'],
    currentPassword: [rightPassword],
  }),
  'NUL and lone surrogates': JSON.stringify({
    email: 'a\0@example.com',
    label: '\0',
    firstName: '\ud800a',
    lastName: 'b\0',
    name: '\udfff\0',
    code: '\0\0\0\0',
    token: '\0'.repeat(32),
    reason: '\0',
    languageCode: '\0',
    currentPassword: '\0\ud800',
  }),
};

const queries = [
  '?id=1&id=2',
  '?cursor=a&cursor=b',
  '?cursor[$gt]=',
  '?__proto__[isPolluted]=1',
  '?constructor.prototype.isPolluted=1',
  '?limit=-1',
  '?limit=1e9',
  '?wait=Infinity',
  '?status=pending&status=x',
  '?from[]=//evil.example',
  '?lang=__proto__',
  '?%00=%00',
  `?x=${'y'.repeat(4_000)}`,
];
const parts = [
  '__proto__',
  'constructor',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  "'%20or%201=1--",
  '🦆',
  '-1',
  'z'.repeat(1_024),
  '%c0%ae',
];

function ask(route: Route, address: string, init: RequestInit = {}): Promise<Response> {
  const authorization = address.startsWith('/api/v1') ? `Bearer ${key}` : `Basic ${btoa(`api:${key}`)}`;
  const headers = { ...init.headers, ...(route.usesApiKey && { authorization }) };
  return member.browser(address, { ...init, method: route.method, headers });
}

async function expectCalm(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${what}: ${text}`).not.toBe(500);
  if (response.status >= 400) expect(text, what).not.toMatch(internals);
  expect(Object.hasOwn(Object.prototype, 'isPolluted'), what).toBe(false);
}

const survivors = (route: Route) => !/logout|DELETE .*auth.user/.test(nameOf(route));

describe('every route handles hostile input without a server error and without revealing internals', () => {
  it.each(Object.entries(bodies))(
    'in the JSON body of routes that change data: %s',
    { timeout: 120_000 },
    async (what, body) => {
      for (const route of whole.routes.filter(isUnsafe)) {
        const headers = { 'content-type': 'application/json' };
        await expectCalm(await ask(route, addressOf(route), { body, headers }), `${nameOf(route)} ${what}`);
      }
    },
  );

  it('in the query string', { timeout: 120_000 }, async () => {
    for (const route of whole.routes.filter((one) => one.method === 'GET' && survivors(one))) {
      for (const query of queries)
        await expectCalm(await ask(route, addressOf(route) + query), nameOf(route) + query);
    }
  });

  it('in place of an id', { timeout: 120_000 }, async () => {
    // Skip static files, which static-files.test.ts covers.
    for (const route of whole.routes.filter(({ url }) => /[:*]/.test(url) && url !== '/*')) {
      for (const part of parts)
        await expectCalm(await ask(route, addressOf(route, part)), nameOf(route) + part);
    }
  });

  it('in headers that the gateway reads', { timeout: 120_000 }, async () => {
    const long = 'x'.repeat(3_000);
    const sets: Record<string, string>[] = [
      { cookie: `session=${long}; visitor=${long}; referral=a.b; language=%; theme=__proto__` },
      { cookie: 'session=a.b.c; session=a.b.c; __proto__=x; =; ;;' },
      { 'accept-language': '*;q=abc, __proto__, x-x-x-x-x-x', accept: '*/*;q=9, text/html;;' },
      { range: 'bytes=0-,-1,5-2', 'if-range': '"', 'if-none-match': '*, ,W/' },
      { 'accept-encoding': 'br;q=2, gzip;q=-1, __proto__', 'x-request-id': '{jndi:ldap://evil.example}' },
      { 'idempotency-key': '__proto__', authorization: 'Bearer Bearer  ', 'user-agent': long },
      { 'x-gossamer-identity': 'a.b.c', 'x-http-method-override': 'DELETE', 'x-original-url': '/api/keys' },
      {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'javascript',
        forwarded: 'host=evil.example',
      },
    ];
    for (const route of whole.routes.filter((one) => one.method === 'GET' && survivors(one))) {
      for (const headers of sets) {
        const response = await ask(route, addressOf(route), { headers });
        for (const [name, value] of response.headers)
          expect(value, `${nameOf(route)} ${name}`).not.toMatch(/evil\.example|jndi/);
        await expectCalm(response, `${nameOf(route)} ${JSON.stringify(headers).slice(0, 80)}`);
      }
    }
  });
});

describe('a form field', () => {
  it.each(['__proto__', 'constructor', 'toString', '__proto__[isPolluted]', 'image[0]', 'hasOwnProperty'])(
    'cannot pollute prototypes with the name %s',
    async (name) => {
      for (const parts of [
        [
          [name, 'x'],
          ['image', image],
        ],
        [
          [name, image],
          ['image', image],
        ],
        [
          ['image', image],
          [name, '{"plan":"pro"}'],
        ],
      ] as [string, string | Uint8Array][][]) {
        const response = await member.browser('/api/compress', { method: 'POST', body: form(parts) });
        await expectCalm(response, name);
        expect(response.status).toBe(400);
      }
    },
  );
});

describe('a field that clients must not set', () => {
  const wishes = {
    id: 'mine',
    plan: 'pro',
    tier: 'pro',
    role: 'admin',
    isAdmin: true,
    isPremium: true,
    owner: 'member:x',
    quota: 1e9,
    used: 0,
    isSample: true,
    emailVerifiedAt: '2020-01-01',
    planVersion: 99,
    kind: 'perJob',
    tokenHash: 'x',
    secret: 'whsec_x',
    priceCents: 0,
    amountCents: 1,
    commissionRate: 100,
    createdAt: '2020-01-01',
  };

  it('is ignored by routes with a JSON body', async () => {
    const { gateway } = whole;
    const victim = await signUp(gateway);
    const me = await signUpPro(gateway);
    const mine = 'select id, email, email_verified_at from accounts where id = $1';
    const [created] = await gateway.servers.sql(mine, [me.accountId]);
    const hook = await addEndpoint(me, 'https://receiver.example/hook');
    const more = {
      ...wishes,
      accountId: victim.accountId,
      account_id: victim.accountId,
      userId: victim.accountId,
    };
    const sent: Record<string, object> = {
      'PATCH /api/auth/user': { firstName: 'Grace', lastName: 'Hopper' },
      'POST /api/auth/language-preference': { languageCode: 'de' },
      'POST /api/keys': { label: 'mine' },
      'POST /api/saved-settings': { name: 'mine', settings: defaultSettings },
      'POST /api/webhooks': { url: 'https://other.example/hook' },
      [`PATCH /api/webhooks/${hook.id}`]: { label: 'still mine' },
      'POST /api/create-subscription': {},
      'POST /api/billing/confirm': {},
    };
    const facts = () =>
      gateway.servers.sql('select id, plan, email_verified_at, email, first_name from accounts order by id');
    await gateway.servers.sql("update accounts set plan = 'free' where id = $1", [victim.accountId]);
    const before = (await facts()).filter(({ id }) => id !== me.accountId);
    for (const [name, body] of Object.entries(sent)) {
      const [method = '', path = ''] = name.split(' ');
      const response = await send(me.browser, method, path, { ...more, ...body });
      expect(response.status, `${name}: ${await response.text()}`).toBeLessThan(300);
    }
    expect((await facts()).filter(({ id }) => id !== me.accountId)).toEqual(before);
    expect(await gateway.servers.sql(mine, [me.accountId])).toEqual([created]);
    for (const table of ['api_keys', 'webhooks', 'saved_settings', 'compressions', 'sessions']) {
      const [{ count }] = (await gateway.servers.sql(
        `select count(*)::int as count from ${table} where account_id = $1`,
        [victim.accountId],
      )) as [{ count: number }];
      expect([table, count]).toEqual([table, table === 'sessions' ? 1 : 0]);
    }
    const made = await gateway.servers.sql(
      'select kind, url from webhooks where account_id = $1 order by url',
      [me.accountId],
    );
    expect(made).toEqual([
      { kind: 'endpoint', url: 'https://other.example/hook' },
      { kind: 'endpoint', url: 'https://receiver.example/hook' },
    ]);
  });

  it('in an upload form or API upload is rejected with an error that names it', async () => {
    for (const name of ['plan', 'tier', 'owner', 'accountId', 'maxPixels']) {
      const upload = await browser(whole.gateway)('/api/compress', {
        method: 'POST',
        body: form([
          [name, 'pro'],
          ['image', image],
        ]),
      });
      expect(await upload.json()).toMatchObject({ code: 'unknown_field', field: name });
      const call = await fetch(`${whole.gateway.url}/api/v1/compressions?${name}=pro`, {
        method: 'POST',
        body: new Uint8Array(image),
        headers: { authorization: `Bearer ${key}` },
      });
      expect(await call.json()).toMatchObject({ code: 'unknown_field', field: name });
    }
  });
});
