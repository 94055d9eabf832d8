import { beforeAll, describe, expect, it } from 'vitest';
import { json, startGateway, type TestGateway } from '../gateway.ts';
import { builtWebApp } from './built-web-app.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({
    GATEWAY_WEB_ROOT: await builtWebApp(),
    PUBLIC_URL: 'http://gossamer.example',
    GATEWAY_AD_FRAME_URL: 'https://ads.example/frame?slot={slot}',
  });
  return () => gateway.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const text = async (response: Response | Promise<Response>) => (await response).text();
const languageOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

describe('pages of the web app', () => {
  it.each([
    ['/', 'home'],
    ['/compress', 'compress'],
    ['/compress?format=webp', 'compress'],
    ['/compress?filter=sepia', 'compress.filter'],
    ['/compress?format=png&resize=1', 'compress.resize'],
    ['/compress?filter=unknown', 'compress'],
    ['/?resize=1', 'home'],
    ['/affiliate/dashboard/MAYA7K', 'dashboard'],
    ['/affiliate/dashboard/maya7k?lang=de', 'dashboard'],
  ])('are sent for %s without caching and with a visitor cookie', async (path, name) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<h1>${name}</h1>`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
    expect(response.headers.get('set-cookie')).toMatch(
      /^visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  // Spec: 2.18, 4.13
  it('use the language of the URL, the cookie or the browser, in this order, and fall back to English', async () => {
    const browser = { 'accept-language': 'tlh, fr-CH;q=0.9, en;q=0.8' };
    const chosen = { ...browser, cookie: 'language=ja' };
    expect(languageOf(await text(get('/?lang=ar', chosen)))).toBe('ar');
    expect(languageOf(await text(get('/', chosen)))).toBe('ja');
    expect(languageOf(await text(get('/', { ...browser, cookie: '__Host-language=ja' })))).toBe('ja');
    expect(languageOf(await text(get('/', browser)))).toBe('fr');
    expect(languageOf(await text(get('/', { 'accept-language': 'tlh' })))).toBe('en');
    expect(languageOf(await text(get('/?lang=xx', { cookie: 'language=%00' })))).toBe('en');
    expect((await get('/?lang=ar')).headers.get('content-language')).toBe('ar');
  });

  it('have the selected theme only if its name is valid', async () => {
    expect(await text(get('/', { cookie: 'theme=dark' }))).toContain(
      '<html lang="en" data-theme="dark" data-ads>',
    );
    expect(await text(get('/', { cookie: 'theme=light; __Host-theme=dark' }))).toContain('data-theme="dark"');
    for (const cookie of ['', 'theme=%22%3E%3Cscript%3E', 'theme=blue']) {
      expect(await text(get('/', { cookie }))).toContain('<html lang="en" data-ads>');
    }
  });

  describe('isolation from other origins', () => {
    const isolationOf = async (path: string, cookie: string) => {
      const { headers } = await get(path, { cookie });
      return [headers.get('cross-origin-opener-policy'), headers.get('cross-origin-embedder-policy')];
    };

    it.each(['/', '/compress', '/compress?filter=sepia', '/nowhere'])(
      'applies to pages if images are compressed on the device: %s',
      async (path) => {
        expect(await isolationOf(path, 'processOn=device')).toEqual(['same-origin', 'require-corp']);
        expect(await isolationOf(path, '__Host-processOn=device')).toEqual(['same-origin', 'require-corp']);
      },
    );

    it('applies to requests without cookies that have the header of the service worker', async () => {
      const { headers } = await get('/compress', { 'process-on': 'device' });
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    });

    it.each(['/checkout', '/checkout?plan=yearly', '/checkout/'])(
      'never applies to the checkout, which loads Stripe: %s',
      async (path) => {
        expect(await isolationOf(path, 'processOn=device')).toEqual(['same-origin', null]);
        expect(await isolationOf(path, '__Host-processOn=device')).toEqual(['same-origin', null]);
      },
    );

    it('removes ads, which browsers would block', async () => {
      // Send each request twice, because the second response comes from the cache of compressed pages.
      for (const cookie of ['', 'processOn=device', '', 'processOn=device']) {
        const html = await text(get('/compress', { cookie }));
        const isIsolated = cookie !== '';
        expect([html.includes('data-ads'), html.includes('ads.example')]).toEqual([!isIsolated, !isIsolated]);
      }
    });

    it.each(['', 'processOn=', 'processOn=server', 'processOn=device; __Host-processOn=server'])(
      'does not apply without the cookie or with another value: "%s"',
      async (cookie) => {
        for (const path of ['/', '/compress', '/checkout', '/nowhere'])
          expect(await isolationOf(path, cookie), path).toEqual(['same-origin', null]);
      },
    );
  });

  it('contain the session as JSON and links to the public URL', async () => {
    const html = await text(get('/'));
    const session = /id="session">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(session)).toEqual({
      user: null,
      ads: { frameUrl: 'https://ads.example/frame?slot={slot}' },
      claims: {},
      payments: null,
    });
    expect(html).toContain('href="http://gossamer.example/home"');
    expect(html).not.toContain('%');
  });

  it('contain only the figures about users that the operator has configured', async () => {
    const open = async (env: Record<string, string>) => {
      const gateway = await startGateway({ GATEWAY_WEB_ROOT: await builtWebApp(), ...env });
      const html = await (await fetch(gateway.url, { headers: { accept: 'text/html' } })).text();
      await gateway.close();
      return [html.includes(' data-claims>'), /"claims":(.*?),"payments"/.exec(html)?.[1]];
    };
    expect(await open({})).toEqual([false, '{}']);
    expect(await open({ GATEWAY_USERS: '10000000' })).toEqual([true, '{"userCount":10000000}']);
    const rated = { GATEWAY_RATING: '4.9', GATEWAY_RATING_USERS: '2000' };
    expect(await open(rated)).toEqual([true, '{"rating":{"score":4.9,"userCount":2000}}']);
    await expect(open({ GATEWAY_RATING: '4.9' })).rejects.toThrow('GATEWAY_RATING_USERS');
    await expect(open({ GATEWAY_RATING: '49', GATEWAY_RATING_USERS: '1' })).rejects.toThrow('GATEWAY_RATING');
  });

  it('allow no inline scripts, and frames only from the ad network', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain('frame-src https://ads.example;');
    const plain = await startGateway();
    const without = (await fetch(`${plain.url}/healthz`)).headers.get('content-security-policy');
    expect(without).toContain("frame-src 'none';");
    await plain.close();
  });

  it('are compressed if the Accept-Encoding header allows it', async () => {
    const response = await get('/', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('<h1>home</h1>');
  });

  // Spec: 2.17
  it('are not served for /start, which redirects to /compress and preserves the query string', async () => {
    const response = await get('/start?lang=de');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/compress?lang=de']);
  });

  it.each(['/affiliate/dashboard', '/affiliate/dashboard/', '/affiliate/dashboard/MAYA7K/more'])(
    'are not found if the path has too few or too many segments: %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<h1>notFound</h1>');
    },
  );

  // Spec: 2.16
  it('show a translated 404 page to browsers and a JSON error to API clients', async () => {
    const person = await get('/nowhere?lang=de');
    expect(person.status).toBe(404);
    expect(await person.text()).toMatch(/^<!doctype html><html lang="de" data-ads>.*<h1>notFound<\/h1>/);
    for (const response of [await get('/nowhere', { accept: '*/*' }), await get('/api/nowhere')]) {
      expect(response.status).toBe(404);
      expect((await json(response)).code).toBe('route_not_found');
    }
  });
});

describe('files of the web app', () => {
  it('are cacheable and compressed, and set no cookie', async () => {
    const response = await get('/assets/app-1a2b3c.js', { accept: '*/*', 'accept-encoding': 'identity' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('set-cookie')).toBeNull();
    const head = { method: 'HEAD', headers: { 'accept-encoding': 'br' } };
    const small = await fetch(`${gateway.url}/assets/app-1a2b3c.js`, head);
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('content-type')).toMatch(/javascript/);
  });

  it.each(['br', 'identity'])(
    'include scripts that isolated pages can start as web workers, in the encoding %s',
    async (encoding) => {
      for (const name of ['app-1a2b3c.js', 'engine-worker-4d5e6f.js']) {
        const { headers } = await get(`/assets/${name}`, { accept: '*/*', 'accept-encoding': encoding });
        expect(headers.get('cross-origin-embedder-policy'), name).toBe('require-corp');
        expect(headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
        // A web worker has the policy of its script, not that of the page.
        expect(headers.get('content-security-policy'), name).toContain(
          "script-src 'self' 'wasm-unsafe-eval';",
        );
      }
      const style = await get('/assets/app-1a2b3c.css', { accept: '*/*' });
      expect([style.status, style.headers.get('cross-origin-embedder-policy')]).toEqual([200, null]);
    },
  );

  it.each(['/pages/en/home.html', '/pages/pages.json', '/index.html', '/.vite/manifest.json'])(
    'are not served if they are page templates: %s',
    async (path) => expect((await get(path, { accept: '*/*' })).status).toBe(404),
  );

  it.each(['/../package.json', '/assets/..%2f..%2fetc/passwd', '/%2e%2e/secret'])(
    'are not served from outside their directory: %s',
    async (path) => {
      expect((await get(path, { accept: '*/*' })).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('search engines', () => {
  it('can find every page in every language', async () => {
    const sitemap = await text(get('/sitemap.xml'));
    // The API reference and the list of error codes are in English only.
    expect(sitemap.match(/<url>/g)).toHaveLength(4 * 13 + 2);
    expect(sitemap).toContain('<loc>http://gossamer.example/compress?lang=ar</loc>');
    expect(sitemap).toContain('hreflang="x-default" href="http://gossamer.example/compress"');
    expect(await text(get('/robots.txt'))).toContain('Sitemap: http://gossamer.example/sitemap.xml');
  });
});

it('the visitor cookie is marked as Secure if the public URL uses TLS', async () => {
  const secure = await startGateway({ PUBLIC_URL: 'https://gossamer.example' });
  const response = await fetch(`${secure.url}/api/compressions`);
  expect(response.headers.get('set-cookie')).toMatch(/^__Host-visitor=.*; HttpOnly; Secure; SameSite=Lax$/);
  await secure.close();
});

it('GET /api/auth/user returns 401 to a visitor', async () => {
  const response = await get('/api/auth/user');
  expect([response.status, (await json(response)).code]).toEqual([401, 'unauthorized']);
});
