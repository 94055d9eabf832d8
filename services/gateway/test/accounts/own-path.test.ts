import { beforeAll, describe, expect, it } from 'vitest';
import { browser, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

const locationOf = async (query: string) => {
  const response = await browser(gateway)(`/api/login${query}`);
  expect(response.status).toBe(302);
  return response.headers.get('location');
};

describe('the query parameter `from` of GET /api/login', () => {
  // Spec: 2.13
  it.each([
    ['/history', '/login?from=%2Fhistory'],
    ['/account?tab=plan#end', '/login?from=%2Faccount%3Ftab%3Dplan%23end'],
    ['/', '/login?from=%2F'],
    [`/${'x'.repeat(499)}`, `/login?from=%2F${'x'.repeat(499)}`],
  ])('is passed on to the login page if it is %s', async (from, location) => {
    expect(await locationOf(`?from=${encodeURIComponent(from)}`)).toBe(location);
  });

  it.each([
    '',
    'history',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0000',
    'https://evil.example/',
    'javascript:alert(1)',
    '@evil.example',
    `/${'x'.repeat(500)}`,
  ])('is ignored if it is %j', async (from) => {
    expect(await locationOf(`?from=${encodeURIComponent(from)}`)).toBe('/login');
  });

  it('is ignored if it occurs twice', async () => {
    expect(await locationOf('?from=/a&from=/b')).toBe('/login');
    expect(await locationOf('')).toBe('/login');
  });
});
