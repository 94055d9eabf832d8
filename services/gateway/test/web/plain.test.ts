import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Browser,
  browser,
  form,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
} from '../gateway.ts';
import { builtWebApp } from './built-web-app.ts';

let gateway: TestGateway;
let worker: TestWorker | undefined;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 64, heightPx: 48 });
  gateway = await startGateway({ GATEWAY_WEB_ROOT: await builtWebApp() });
  return () => gateway.close();
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

/** Sends the form of /compress like a browser without JavaScript. */
const submit = (visitor: Browser, parts: Parameters<typeof form>[0]) =>
  visitor('/compress', { method: 'POST', body: form(parts), redirect: 'manual' });
const someForm = (): Parameters<typeof form>[0] => [
  ['image', image, '<i>cat.jpg'],
  ['format', 'auto'],
  ['quality', '85'],
];
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);

async function resultOf(visitor: Browser): Promise<string> {
  const response = await submit(visitor, someForm());
  expect(response.status).toBe(303);
  return String(response.headers.get('location'));
}

describe('the form for browsers without JavaScript', () => {
  it('leads to a page with the sizes and a link that downloads the result', async () => {
    worker = startWorker(gateway);
    const visitor = browser(gateway);
    const response = await visitor(await resultOf(visitor));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toMatch(/<h1>Your image is ready<\/h1>/);
    expect(html).toMatch(/[\d.]+ (KB|bytes) before, [\d.]+ (KB|bytes) after\. 50% smaller\./);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).not.toContain('<i>');
    expect(html).not.toContain('<script');
    const [, download] = linksIn(html);
    const result = await visitor(String(download));
    expect(result.status).toBe(200);
    expect((await result.arrayBuffer()).byteLength).toBe(Math.ceil(image.length / 2));
  });

  it('leads to a page that reloads itself until the result is available', async () => {
    const visitor = browser(gateway);
    const address = await resultOf(visitor);
    const html = await (await visitor(address)).text();
    expect(html).toContain('<meta http-equiv="refresh" content="2">');
    expect(html).toContain('This page reloads by itself.');
    worker = startWorker(gateway);
    await expect.poll(async () => (await visitor(address)).text(), { timeout: 30_000 }).toContain('is ready');
  });

  it('leads to a page that gives the reason if the form is invalid', async () => {
    const visitor = browser(gateway);
    const [, ...fields] = someForm();
    const withoutFile = await submit(visitor, fields);
    expect(withoutFile.status).toBe(400);
    expect(withoutFile.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await withoutFile.text()).toContain('The image did not arrive.');
    const noImage = await submit(visitor, [['image', Buffer.from('no image'), 'x.png'], ...fields]);
    expect(noImage.status).toBe(415);
    expect(await noImage.text()).toContain('This file type is not supported.');
  });

  it('counts against the daily limit, and is rejected with 429 once the limit is reached', async () => {
    const limited = await startGateway({
      GATEWAY_WEB_ROOT: await builtWebApp(),
      GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1',
    });
    try {
      const visitor = browser(limited);
      expect((await submit(visitor, someForm())).status).toBe(303);
      const refused = await submit(browser(limited), someForm());
      expect(refused.status).toBe(429);
      expect(refused.headers.get('ratelimit')).toContain('r=0');
    } finally {
      await limited.close();
    }
  });
});

describe('the result page for browsers without JavaScript', () => {
  it('is a 404 page for everyone except the owner of the result', async () => {
    const address = await resultOf(browser(gateway));
    const response = await browser(gateway)(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This compression no longer exists.');
  });

  it('gives the reason and its details if the compression failed', async () => {
    worker = startWorker(gateway, async ({ compressionId, attempt, requestId }) => ({
      type: 'image.failed' as const,
      compressionId,
      attempt,
      requestId,
      code: 'too_many_pixels' as const,
    }));
    const visitor = browser(gateway);
    const address = await resultOf(visitor);
    expect(await (await visitor(address)).text()).toContain('The image has more than 100 megapixels.');
  });

  it('shows a notice if the result has been deleted', async () => {
    worker = startWorker(gateway);
    const visitor = browser(gateway);
    const address = await resultOf(visitor);
    await gateway.servers.sql('update compressions set result_key = null where id = $1', [
      address.split('/').at(-1),
    ]);
    expect(await (await visitor(address)).text()).toContain('The result has been deleted.');
  });

  it('stays in the language of the URL, and ignores an unknown one', async () => {
    const visitor = browser(gateway);
    const send = async (search: string) => {
      const options = { method: 'POST', body: form(someForm()), redirect: 'manual' } as const;
      return String((await visitor(`/compress${search}`, options)).headers.get('location'));
    };
    const address = await send('?lang=ar');
    expect(address).toMatch(/\?lang=ar$/);
    const html = await (await visitor(address)).text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(linksIn(html)).toContain(address);
    expect(await send('?lang=%22%3E')).not.toContain('?');
  });

  it('has the language and theme stored in the visitor’s cookies', async () => {
    const visitor = browser(gateway);
    const address = await resultOf(visitor);
    visitor.cookies.set('language', 'ar');
    visitor.cookies.set('theme', 'dark');
    expect(await (await visitor(address)).text()).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
  });
});
