import { createDatabase } from '@gossamer/service-kit/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomy, signUp } from '../accounts/people.ts';
import { type Browser, browser, startGateway, type TestGateway } from '../gateway.ts';
import { changePlan } from '../plan.ts';
import { builtWebApp } from './built-web-app.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({
    ...roomy,
    GATEWAY_WEB_ROOT: await builtWebApp(),
    GATEWAY_AD_FRAME_URL: 'https://ads.example/frame?slot={slot}',
  });
  return () => gateway.close();
});

const html = async (visit: Browser, path: string, headers = {}) =>
  (await visit(path, { headers: { accept: 'text/html', ...headers } })).text();
const block = (page: string) => /id="session">(.*?)<\/script>/.exec(page)?.[1] ?? '';

describe('a page for a member', () => {
  it('contains the member’s data and no content rendered for visitors', async () => {
    const { browser: visit, email } = await signUp(gateway);
    const page = await html(visit, '/compress');
    expect(JSON.parse(block(page))).toMatchObject({ user: { firstName: 'Ada', email, isPremium: false } });
    expect(page).toContain('<div id="root"></div><noscript>');
    expect(await html(browser(gateway), '/compress')).toContain('<h1>compress</h1>');
  });

  it('shows ads unless the member is on Pro', async () => {
    const { browser: visit, accountId } = await signUp(gateway);
    expect(await html(visit, '/compress')).toContain('<html lang="en" data-ads>');
    await changePlan(gateway, accountId, 'pro');
    expect(await html(visit, '/compress')).toContain('<html lang="en">');
  });

  it('contains its prerendered content if the build marks it for members', async () => {
    const { browser: visit } = await signUp(gateway);
    for (const [path, name] of [
      ['/account/', 'account'],
      ['/affiliate/dashboard/MAYA7K?lang=de', 'dashboard'],
      ['/terms', 'terms'],
    ] as const) {
      expect(await html(visit, path)).toContain(
        `<div id="root"><i data-members-page hidden></i><div><h1>${name}</h1>`,
      );
      expect(await html(browser(gateway), path)).toContain(`<div id="root"><div><h1>${name}</h1>`);
    }
  });

  it('uses the member’s language instead of the browser’s, unless the URL specifies a language', async () => {
    const { browser: visit } = await signUp(gateway, { preferredLanguage: 'ja' });
    const chosen = { 'accept-language': 'de' };
    expect(await html(visit, '/', chosen)).toContain('<html lang="ja"');
    expect(await html(visit, '/?lang=fr', chosen)).toContain('<html lang="fr"');
  });

  it('escapes the member’s name', async () => {
    const { browser: visit } = await signUp(gateway, { firstName: '</script><script>alert(1)</script>' });
    const page = await html(visit, '/');
    expect(page).not.toContain('<script>alert');
    expect(JSON.parse(block(page))).toMatchObject({
      user: { firstName: '</script><script>alert(1)</script>' },
    });
  });

  it('is omitted from the sitemap if it is private', async () => {
    const sitemap = await (await browser(gateway)('/sitemap.xml')).text();
    expect(sitemap).toContain('/compress');
    expect(sitemap).not.toMatch(/\/account|\/affiliate/);
  });
});

describe('while the database is unavailable', () => {
  it('pages are sent without the member’s data, and API calls return 503', async () => {
    const { browser: visit } = await signUp(gateway);
    const there = gateway.deps.db;
    const url = 'postgres://nobody@127.0.0.1:1/nowhere';
    gateway.deps.db = createDatabase({ url, schema: 'gateway', logger: gateway.deps.logger });
    try {
      const page = await visit('/compress', { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      const text = await page.text();
      expect(block(text)).toBe('');
      expect(text).toContain('<div id="root"></div><noscript>');
      expect(await html(browser(gateway), '/compress')).toContain('<h1>compress</h1>');
      expect((await visit('/api/auth/user')).status).toBe(503);
    } finally {
      await gateway.deps.db.destroy();
      gateway.deps.db = there;
    }
    expect((await visit('/api/auth/user')).status).toBe(200);
  });
});
