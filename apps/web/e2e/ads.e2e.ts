import type { Locator, Page } from '@playwright/test';
import { compressManyByApi } from './api-images.ts';
import { subscribeByApi } from './checkout-page.ts';
import { signUp } from './member.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    idleTimeoutsMs: (number | undefined)[];
  }
}

const network = 'http://ads.example';

/**
 * Serves the page as if an ad network were configured. Resolves with an array to which every path requested from the ad
 * network is appended.
 */
async function withAdNetwork(page: Page, path = '/compress', isPremium = false): Promise<string[]> {
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
        body: (await response.text())
          .replace('"ads":{}', `"ads":${JSON.stringify(ads)}`)
          .replace(/<html[^>]*/, isPremium ? '$&' : '$& data-ads'),
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

/** Scrolls the page until the top of the ad slot is `distancePx` below the viewport. */
function putBelow(slot: Locator, distancePx: number): Promise<void> {
  return slot.evaluate((element, px) => {
    const { top } = element.getBoundingClientRect();
    window.scrollBy({ top: top - window.innerHeight - px, behavior: 'instant' });
  }, distancePx);
}

/** Records the `timeout` option of all subsequent `requestIdleCallback` calls in the page. */
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

type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Returns the cumulative layout shift since the page was loaded, and the elements that moved. */
function layoutShift(page: Page): Promise<{ value: number; moved: string }> {
  return page.evaluate(
    () =>
      new Promise<{ value: number; moved: string }>((resolve) => {
        const place = ({ x, y, width, height }: DOMRectReadOnly) =>
          [x, y, width, height].map(Math.round).join(' ');
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as LayoutShift[];
          const moved = shifts
            .flatMap(({ sources }) => sources)
            .map(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement;
              const start = element?.outerHTML.slice(0, 80);
              return `${place(previousRect)} -> ${place(currentRect)}: ${start}`;
            });
          resolve({ value: shifts.reduce((sum, { value }) => sum + value, 0), moved: moved.join('\n') });
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve({ value: 0, moved: '' }), 500);
      }),
  );
}

/**
 * Viewport height in pixels at which every ad slot is visible. Browsers do not measure layout shifts outside the
 * viewport.
 */
const highWindowPx = 6_000;

/** Delays web fonts as on a slow connection, so that the page is first rendered in the fallback font. */
const delayFonts = (page: Page) =>
  page.route('**/*.woff2', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });

const expectNoAds = async (page: Page) => {
  await expect(page.getByTestId('ad')).toHaveCount(0);
  await expect(page.getByText('Advertisement')).toHaveCount(0);
};

test.describe('a page', () => {
  test.use({ hasAnsweredConsent: false });

  for (const path of ['/', '/compress']) {
    test(`has no ad slots when no ad network is configured: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expectNoAds(page);
      await page.getByRole('button', { name: 'Accept all' }).click();
      await expectNoAds(page);
    });
  }

  test('removes its ad slots when a visitor declines optional cookies', async ({ page }) => {
    await withAdNetwork(page);
    await page.goto('/compress');
    await expect(page.getByTestId('ad')).not.toHaveCount(0);
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expectNoAds(page);
    await page.reload();
    await expectNoAds(page);
  });

  // Spec: 1.39
  test('has no ad slots for Pro members', async ({ page }) => {
    await signUp(page);
    await subscribeByApi(page);
    const asked = await withAdNetwork(page, '/compress', true);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await expectNoAds(page);
    expect(asked.filter((path) => path.startsWith('/frame'))).toEqual([]);
  });
});

test.describe('an ad slot', () => {
  test.use({ hasAnsweredConsent: false });

  for (const [who, prepare] of [
    ['a visitor', async () => undefined],
    ['a member of the free plan', (page: Page) => signUp(page)],
    [
      'a member with results',
      async (page: Page) => {
        await signUp(page);
        await compressManyByApi(page, 4);
      },
    ],
  ] as const) {
    test(`reserves its space before the ad loads and causes no layout shift for ${who}`, async ({ page }) => {
      await prepare(page);
      await withAdNetwork(page);
      await delayFonts(page);
      const { width = 1440 } = page.viewportSize() ?? {};
      await page.setViewportSize({ width, height: highWindowPx });
      await page.goto('/compress');
      await expect(page.locator('[data-testid=ad]:visible')).toHaveCount(2);
      await page.waitForTimeout(1_000);
      await page.evaluate(() => document.fonts.ready);
      const { value, moved } = await layoutShift(page);
      expect(value, moved).toBeLessThan(0.001);
    });
  }
});

test.describe('an ad', () => {
  test.use({ hasAnsweredConsent: false });

  // Spec: 1.37, 1.39, 7.54
  test('loads only after consent, once per slot near the viewport, and keeps the slot’s height', async ({
    page,
  }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    const slot = page.locator('[data-testid=ad]:visible').first();
    const height = await slot.evaluate((element) => element.getBoundingClientRect().height);

    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => asked).toContain('/pixel');
    expect(asked).not.toContain('/frame?slot=bottom');
    await page.locator('[data-place=bottom] [data-testid=ad]').scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain('/frame?slot=bottom');
    await expect(page.locator('[data-place=bottom] [data-testid=ad] iframe')).toHaveAttribute(
      'sandbox',
      /allow-scripts/,
    );
    expect(await slot.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
    expect(new Set(asked).size).toBe(asked.length);
  });

  // Spec: 1.35, 1.38
  test('appears at the top of wide viewports and in a separate slot on phones', async ({
    page,
    isMobile,
  }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    const top = page.locator('[data-place=top] [data-testid=ad]');
    const mobile = page.locator('[data-place=mobile] [data-testid=ad]');
    await expect(top).toBeVisible({ visible: !isMobile });
    await expect(mobile).toBeVisible({ visible: isMobile });
    await page.getByRole('button', { name: 'Accept all' }).click();
    await (isMobile ? mobile : top).scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain(`/frame?slot=${isMobile ? 'mobile' : 'top'}`);
    expect(asked).not.toContain(`/frame?slot=${isMobile ? 'top' : 'mobile'}`);
  });

  // Spec: 1.36
  test('appears between the sections of the landing page', async ({ page }) => {
    const asked = await withAdNetwork(page, '/');
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.locator('[data-place=in-feed] [data-testid=ad]').scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toContain('/frame?slot=in-feed');
  });

  // Spec: 9.57, 9.58
  test('is requested within 200 px of the viewport, once the page is idle, or after two seconds at the latest', async ({
    page,
  }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => asked).toContain('/pixel');
    await recordIdleTimeouts(page);
    const slot = page.locator('[data-place=bottom] [data-testid=ad]');
    await putBelow(slot, 210);
    await page.waitForTimeout(500);
    expect(asked).not.toContain('/frame?slot=bottom');
    await putBelow(slot, 190);
    await expect.poll(() => asked).toContain('/frame?slot=bottom');
    expect(new Set(await page.evaluate(() => window.idleTimeoutsMs))).toEqual(new Set([2_000]));
  });

  // Spec: 1.39
  test('never loads for visitors who decline optional cookies', async ({ page }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(1_000);
    expect(asked).toEqual([]);
  });
});
