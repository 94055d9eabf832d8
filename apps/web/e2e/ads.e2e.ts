import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    idleTimeoutsMs: (number | undefined)[];
  }
}

const network = 'http://ads.example';

/** The page as the server sends it to an operator who has an ad network, and what is asked of that network. */
async function withAdNetwork(page: Page, path = '/compress'): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const ads = { frameUrl: `${network}/frame?slot={slot}`, pixelUrl: `${network}/pixel` };
      const policy = (response.headers()['content-security-policy'] ?? '')
        .replace("frame-src 'none'", `frame-src ${network}`)
        .replace('img-src', `img-src ${network}`);
      await route.fulfill({
        response,
        body: (await response.text()).replace('"ads":{}', `"ads":${JSON.stringify(ads)}`),
        headers: { ...response.headers(), 'content-security-policy': policy },
      });
    },
  );
  await page.route(`${network}/**`, (route) => {
    asked.push(route.request().url().slice(network.length));
    return route.fulfill({ contentType: 'text/html', body: '<p>An advertisement</p>' });
  });
  return asked;
}

/** Scrolls until the slot begins so far below the window. */
function putBelow(slot: Locator, distancePx: number): Promise<void> {
  return slot.evaluate((element, px) => {
    const { top } = element.getBoundingClientRect();
    window.scrollBy({ top: top - window.innerHeight - px, behavior: 'instant' });
  }, distancePx);
}

/** Notes the time-outs with which the page waits for an idle moment, from now on. */
function recordIdleTimeouts(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.idleTimeoutsMs = [];
    const whenIdle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (call, options) => {
      window.idleTimeoutsMs.push(options?.timeout);
      return whenIdle(call, options);
    };
  });
}

test.describe('advertising', () => {
  test.use({ hasAnsweredConsent: false });

  test('comes after consent alone, each slot once when it is near, and moves nothing', async ({ page }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    const slot = page.locator('.ad:visible').first();
    const height = await slot.evaluate((element) => element.getBoundingClientRect().height);

    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => asked).toContain('/pixel');
    expect(asked).not.toContain('/frame?slot=bottom');
    await page.locator('.ad[data-place=bottom]').scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain('/frame?slot=bottom');
    await expect(page.locator('.ad[data-place=bottom] iframe')).toHaveAttribute('sandbox', /allow-scripts/);
    expect(await slot.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('stands at the top of wide windows, and in a place of its own on phones', async ({
    page,
    isMobile,
  }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    const top = page.locator('.ad[data-place=top]');
    const mobile = page.locator('.ad[data-place=mobile]');
    await expect(top).toBeVisible({ visible: !isMobile });
    await expect(mobile).toBeVisible({ visible: isMobile });
    await page.getByRole('button', { name: 'Accept all' }).click();
    await (isMobile ? mobile : top).scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain(`/frame?slot=${isMobile ? 'mobile' : 'top'}`);
    expect(asked).not.toContain(`/frame?slot=${isMobile ? 'top' : 'mobile'}`);
  });

  test('stands between the blocks of the landing page', async ({ page }) => {
    const asked = await withAdNetwork(page, '/');
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.locator('.ad[data-place=in-feed]').scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain('/frame?slot=in-feed');
  });

  test('is asked for 200 px before it is seen, in an idle moment within two seconds', async ({ page }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => asked).toContain('/pixel');
    await recordIdleTimeouts(page);
    const slot = page.locator('.ad[data-place=bottom]');
    await putBelow(slot, 210);
    await page.waitForTimeout(500);
    expect(asked).not.toContain('/frame?slot=bottom');
    await putBelow(slot, 190);
    await expect.poll(() => asked).toContain('/frame?slot=bottom');
    expect(new Set(await page.evaluate(() => window.idleTimeoutsMs))).toEqual(new Set([2_000]));
  });

  test('never comes for those who decline', async ({ page }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.locator('.ad[data-place=bottom]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_000);
    expect(asked).toEqual([]);
  });
});
