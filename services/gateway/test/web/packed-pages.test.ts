import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createPackedPages } from '../../src/web/packed-pages.ts';
import { readPages } from '../../src/web/pages.ts';
import { roomy, signUp } from '../accounts/people.ts';
import { type Browser, browser, startGateway, type TestGateway } from '../gateway.ts';
import { changePlan } from '../plan.ts';
import { builtWebApp } from './built-web-app.ts';

describe('createPackedPages', () => {
  const random = (bytes: number) => randomBytes(bytes / 2).toString('hex');

  it('compresses a page once per encoding, even for concurrent requests', async () => {
    const pages = createPackedPages();
    const html = vi.fn(() => '<html>page</html>');
    const packed = await Promise.all([1, 2, 3].map(() => pages.get('home', 'br', html)));
    packed.push(await pages.get('home', 'br', html));
    expect(html).toHaveBeenCalledTimes(1);
    for (const bytes of packed) expect(brotliDecompressSync(bytes).toString()).toBe('<html>page</html>');
    expect(gunzipSync(await pages.get('home', 'gzip', html)).toString()).toBe('<html>page</html>');
    expect(html).toHaveBeenCalledTimes(2);
  });

  it('stays within its size limit and evicts the least recently used page', async () => {
    const maxBytes = 50_000;
    const pages = createPackedPages(maxBytes);
    const html = vi.fn(() => random(20_000));
    for (let page = 0; page < 30; page += 1) {
      await pages.get('often', 'gzip', html);
      await pages.get(`page ${page}`, 'gzip', html);
      expect(pages.bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(html).toHaveBeenCalledTimes(31);
    // A page that is larger than the cache is returned without being cached.
    expect((await pages.get('large', 'gzip', () => random(200_000))).length).toBeGreaterThan(maxBytes);
    expect(pages.bytes).toBeLessThanOrEqual(maxBytes);
  });

  it('compresses a page again after a failure', async () => {
    const pages = createPackedPages();
    const broken = () => {
      throw new Error('failed to read the page');
    };
    await expect(pages.get('home', 'br', broken)).rejects.toThrow('failed to read');
    expect((await pages.get('home', 'br', () => 'here')).length).toBeGreaterThan(0);
  });
});

describe('a page sent to visitors', () => {
  let gateway: TestGateway;
  let webRoot: string;

  beforeAll(async () => {
    webRoot = await builtWebApp();
    gateway = await startGateway({
      ...roomy,
      GATEWAY_WEB_ROOT: webRoot,
      GATEWAY_AD_FRAME_URL: 'https://ads.example/frame?slot={slot}',
    });
    return () => gateway.close();
  });

  const get = (who: Browser, path: string, encoding: string, headers = {}) =>
    who(path, { headers: { accept: 'text/html', 'accept-encoding': encoding, ...headers } });

  it.each(['br', 'gzip', 'identity'])(
    'has the same body in the encoding %s for all visitors, but sets a new cookie for each',
    async (encoding) => {
      const plain = await (await get(browser(gateway), '/', 'identity')).text();
      const cookies = new Set<string | null>();
      for (let visit = 0; visit < 3; visit += 1) {
        const response = await get(browser(gateway), '/', encoding);
        expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(response.headers.get('vary')).toMatch(/Accept-Encoding/);
        expect(await response.text()).toBe(plain);
        cookies.add(response.headers.get('set-cookie'));
      }
      expect(cookies.size).toBe(3);
    },
  );

  it('prefers Brotli over gzip, and uses neither if the client accepts neither', async () => {
    const encodingFor = async (accepted: string) =>
      (await get(browser(gateway), '/', accepted)).headers.get('content-encoding');
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br');
    expect(await encodingFor('gzip, br;q=0')).toBe('gzip');
    expect(await encodingFor('br;q=0, gzip;q=0')).toBeNull();
  });

  it('differs by path, variant, language and theme, even when compressed', async () => {
    const visits = ['/', '/compress', '/compress?filter=sepia', '/nowhere', '/?lang=de', '/?lang=ja'].flatMap(
      (path) => ['', 'theme=dark', 'theme=light'].map((cookie) => ({ path, cookie })),
    );
    for (let round = 0; round < 2; round += 1) {
      const seen = await Promise.all(
        visits.map(async ({ path, cookie }) =>
          (await get(browser(gateway), path, 'br', cookie && { cookie })).text(),
        ),
      );
      expect(new Set(seen).size).toBe(visits.length);
    }
  });

  it('is never served to a member, nor a member’s page to a visitor', async () => {
    for (const plan of ['free', 'pro'] as const) {
      const { browser: visit, accountId, email } = await signUp(gateway);
      if (plan === 'pro') await changePlan(gateway, accountId, plan);
      for (const path of ['/', '/compress', '/account', '/nowhere']) {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const before = await (await get(browser(gateway), path, encoding)).text();
          const own = await (await get(visit, path, encoding)).text();
          const after = await (await get(browser(gateway), path, encoding)).text();
          expect(own).toContain(email);
          expect(own).not.toBe(before);
          expect(after).toBe(before);
          expect(after).not.toContain(email);
        }
      }
    }
  });

  it('has a bounded number of cache keys, even for arbitrary paths and queries', async () => {
    const pages = await readPages(webRoot, 'http://gossamer.example');
    const keys = new Set<string>();
    for (let visit = 0; visit < 100; visit += 1) {
      keys.add(pages.find(`/nowhere/${visit}`, 'en', `filter ${visit}`).key);
      keys.add(pages.find('/compress', 'en', `no such variant ${visit}`).key);
      keys.add(pages.find(`/affiliate/dashboard/CODE${visit}`, 'en').key);
    }
    expect(keys.size).toBe(3);
  });
});
