import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browser, json, startGateway, type TestGateway } from '../gateway.ts';
import { newcomer, post, rightPassword, roomy, send, signUp, userOf } from './people.ts';

let gateway: TestGateway;
let member: Browser;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  member = (await signUp(gateway)).browser;
  return () => gateway.close();
});

const nameDetails = { min: 2, max: 80 };
const passwordDetails = { min: 6, max: 128 };

describe('sign-up', () => {
  it.each([
    [{ firstName: 'A' }, 'invalid_name', 'firstName', nameDetails],
    [{ firstName: ' A ' }, 'invalid_name', 'firstName', nameDetails],
    [{ firstName: undefined }, 'invalid_name', 'firstName', nameDetails],
    [{ lastName: 'x'.repeat(81) }, 'invalid_name', 'lastName', nameDetails],
    [{ lastName: ['Lovelace'] }, 'invalid_name', 'lastName', nameDetails],
    [{ lastName: { toString: 'x' } }, 'invalid_name', 'lastName', nameDetails],
    [{ firstName: 'Ada\r\nBcc: x@example.com' }, 'invalid_name', 'firstName', nameDetails],
    [{ firstName: 'Ada\u0000' }, 'invalid_name', 'firstName', nameDetails],
    [{ lastName: 'Ada\u202egnp' }, 'invalid_name', 'lastName', nameDetails],
    [{ email: 'ada' }, 'invalid_email', 'email', undefined],
    [{ email: 'ada@example.com\r\nBcc: x@example.com' }, 'invalid_email', 'email', undefined],
    [{ email: 'ada@example.com, x@example.com' }, 'invalid_email', 'email', undefined],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'invalid_email', 'email', undefined],
    [{ email: null }, 'invalid_email', 'email', undefined],
    [{ password: '12345' }, 'invalid_password', 'password', passwordDetails],
    [{ password: 'x'.repeat(129) }, 'invalid_password', 'password', passwordDetails],
    [{ password: 123456 }, 'invalid_password', 'password', passwordDetails],
    [{ preferredLanguage: 'tlh' }, 'invalid_language', 'preferredLanguage', { allowed: expect.any(String) }],
    [{ preferredLanguage: '../en' }, 'invalid_language', 'preferredLanguage', expect.anything()],
  ])('rejects %j with the error code %s', async (fault, code, field, details) => {
    const response = await post(browser(gateway), '/api/auth/signup', newcomer(fault));
    expect(response.status).toBe(400);
    const body = await json(response);
    expect(body).toMatchObject({ code, field });
    expect((body as { details?: unknown }).details).toEqual(details);
    expect(body.message).not.toMatch(/[{}?]/);
    expect(response.headers.getSetCookie().join()).not.toContain('session=');
  });

  it('accepts a password of 128 characters, all of which are significant at login', async () => {
    const password = '€'.repeat(127);
    const { email } = await signUp(gateway, { password: `${password}a` });
    const wrong = await post(browser(gateway), '/api/auth/login', { email, password: `${password}b` });
    expect(wrong.status).toBe(401);
    const right = await post(browser(gateway), '/api/auth/login', { email, password: `${password}a` });
    expect(right.status).toBe(200);
  });
});

describe('an invalid request body', () => {
  const paths = ['signup', 'login', 'forgot-password', 'reset-password', 'verify-email'];
  const bodies = [
    '[]',
    'null',
    '"text"',
    '1',
    '{',
    '',
    '{"__proto__":{"plan":"pro"}}',
    '[{"email":"a@b.de"}]',
  ];

  it.each(paths.flatMap((path) => bodies.map((body) => [path, body] as const)))(
    'is rejected by %s: %s',
    async (path, body) => {
      const response = await post(browser(gateway), `/api/auth/${path}`, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_request' });
    },
  );

  it.each([
    ['text/plain', '{"languageCode":"de"}', 400],
    ['application/x-www-form-urlencoded', 'languageCode=de', 415],
  ])('is rejected because of the content type %s', async (type, body, status) => {
    const response = await member('/api/auth/language-preference', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await userOf(member)).toMatchObject({ preferredLanguage: 'en' });
  });
});

describe('a member', () => {
  it.each([
    ['PATCH', 'user', { firstName: 'A', lastName: 'Lovelace' }, 'invalid_name', 'firstName'],
    ['POST', 'language-preference', { languageCode: 'xx' }, 'invalid_language', 'languageCode'],
    ['POST', 'language-preference', {}, 'invalid_language', 'languageCode'],
    [
      'POST',
      'change-password',
      { currentPassword: rightPassword, newPassword: 'short' },
      'invalid_password',
      'newPassword',
    ],
    ['POST', 'change-password', { newPassword: 'long enough' }, 'invalid_password', 'currentPassword'],
    ['POST', 'change-email', { email: 'x', currentPassword: rightPassword }, 'invalid_email', 'email'],
    ['DELETE', 'user', {}, 'invalid_password', 'currentPassword'],
    ['DELETE', 'user', { currentPassword: '' }, 'invalid_password', 'currentPassword'],
  ])('gets an error that identifies the invalid field: %s %s %j', async (method, path, body, code, field) => {
    const response = await send(member, method, `/api/auth/${path}`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, field });
  });

  it.each([
    ['PATCH', 'user', { firstName: 'Ada', lastName: 'Lovelace' }],
    ['DELETE', 'user', { currentPassword: rightPassword }],
    ['POST', 'change-password', { currentPassword: rightPassword, newPassword: 'long enough' }],
    ['POST', 'change-email', { email: 'x@example.com', currentPassword: rightPassword }],
    ['POST', 'send-verification', undefined],
    ['GET', 'export', undefined],
  ])('must be logged in to call %s %s', async (method, path, body) => {
    const response = await send(browser(gateway), method, `/api/auth/${path}`, body);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });

  // Spec: 4.15, 7.14
  it('can store a preferred language in the account, and a visitor gets the same response', async () => {
    for (const who of [member, browser(gateway)]) {
      const response = await post(who, '/api/auth/language-preference', { languageCode: 'ar' });
      expect(response.status).toBe(204);
    }
    expect(await userOf(member)).toMatchObject({ preferredLanguage: 'ar' });
  });
});
