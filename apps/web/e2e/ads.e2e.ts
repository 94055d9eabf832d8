import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const network = 'http://ads.example';

/** The page as the server sends it to an operator who has an ad network, and what is asked of that network. */
async function withAdNetwork(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\/compress$/, async (route) => {
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
  });
  await page.route(`${network}/**`, (route) => {
    asked.push(route.request().url().slice(network.length));
    return route.fulfill({ contentType: 'text/html', body: '<p>An advertisement</p>' });
  });
  return asked;
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

  test('never comes for those who decline', async ({ page }) => {
    const asked = await withAdNetwork(page);
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.locator('.ad[data-place=bottom]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_000);
    expect(asked).toEqual([]);
  });
});
