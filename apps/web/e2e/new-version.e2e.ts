import type { Page } from '@playwright/test';
import { openForOffline } from './device-page.ts';
import { FrontServer } from './front-server.ts';
import { expect, test } from './test.ts';

test('a new version is shown at once, and offline as soon as no page of the old version is open', async ({
  elsewhere,
  baseURL,
}) => {
  if (!baseURL) throw new Error('no URL of the product');
  let isDeployed = false;
  const change = (path: string, body: Buffer) => (isDeployed ? toNewVersion(path, body) : body);
  const server = await new FrontServer(baseURL, { change }).start();
  try {
    const page = await elsewhere({ baseURL: server.url });
    const context = page.context();
    await openForOffline(page);
    expect(await isNew(page)).toBe(false);

    isDeployed = true;
    await page.reload();
    expect(await isNew(page)).toBe(true);
    await expect.poll(() => hasWaitingWorker(page), { timeout: 60_000 }).toBe(true);
    // The old service worker keeps the old page together with its files.
    await context.setOffline(true);
    await page.reload();
    expect(await isNew(page)).toBe(false);
    await context.setOffline(false);

    // Leave the origin, so that no page of the old version is open.
    await page.goto(new URL('/privacy', baseURL).href);
    await page.goto('/compress');
    await expect.poll(() => hasWaitingWorker(page), { timeout: 60_000 }).toBe(false);
    await context.setOffline(true);
    await page.reload();
    expect(await isNew(page)).toBe(true);
  } finally {
    await server.stop();
  }
});

/** Changes the page /compress, and the service worker so that it keeps the changed page. */
function toNewVersion(path: string, body: Buffer): Buffer | string {
  if (path === '/compress')
    return body.toString().replace('</head>', '<meta name="version" content="2"></head>');
  if (path !== '/service-worker.js') return body;
  const changed = body.toString().replace(/("\/compress","revision":")[^"]*/, '$1new-version');
  if (!changed.includes('new-version')) throw new Error('the service worker does not list /compress');
  return changed;
}

const isNew = (page: Page) => page.evaluate(() => document.querySelector('meta[name=version]') !== null);

const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/'))?.waiting));
