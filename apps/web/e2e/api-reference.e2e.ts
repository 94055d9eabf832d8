import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './test.ts';

test('the focus ring of an operation in the API console stays inside its box and does not touch its text', async ({
  page,
}) => {
  await page.goto('/api/docs/console');
  const operation = page.locator('.opblock').first();
  const control = operation.locator('.opblock-summary-control');
  await operation.waitFor();
  await page.getByRole('button', { name: 'Authorize' }).focus();
  while (!(await control.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  const { ring, outer, text } = await control.evaluate((element) => {
    const style = getComputedStyle(element);
    const offset = Number.parseFloat(style.outlineOffset);
    const width = Number.parseFloat(style.outlineWidth);
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element.querySelector('.opblock-summary-method') ?? element);
    return {
      ring: {
        outerLeft: box.left - offset - width,
        innerLeft: box.left - offset,
        top: box.top - offset - width,
      },
      outer: element.closest('.opblock')?.getBoundingClientRect().toJSON(),
      text: range.getBoundingClientRect().toJSON(),
    };
  });
  expect(ring.outerLeft).toBeGreaterThanOrEqual(outer.left);
  expect(ring.top).toBeGreaterThanOrEqual(outer.top);
  expect(text.left - ring.innerLeft).toBeGreaterThanOrEqual(4);
});

test('a selected programming language applies to all code samples and is remembered; samples can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/docs');
  const sample = (id: string) => page.locator(`#${id} .sample`);
  const usage = sample('getUsage');
  await expect(usage).toContainText('curl "');
  await usage.getByText('Python').click();
  await expect(usage.getByLabel('Python', { exact: true }).first()).toBeChecked();
  await expect(usage.locator('pre:visible')).toHaveCount(1);
  await expect(usage.locator('pre:visible')).toContainText('requests.Session()');
  await expect(sample('createBatch').locator('pre:visible')).toContainText('import requests');
  await usage.getByRole('button', { name: 'Copy' }).click();
  await expect(usage.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('api.get("');
  await page.reload();
  await expect(sample('createCompression').locator('pre:visible')).toContainText('import requests');
});

test('the table of contents of the API reference links to each operation and marks the current one', async ({
  page,
  isMobile,
}) => {
  await page.goto('/api/docs');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  if (isMobile) {
    await expect(contents).toBeHidden();
    await page.getByRole('button', { name: 'Contents' }).click();
  }
  const link = contents.getByRole('link', { name: 'Estimate a compression' });
  await link.click();
  await expect(page).toHaveURL(/#createEstimate$/);
  await expect(page.getByRole('heading', { name: 'Estimate a compression' })).toBeInViewport();
  if (isMobile) await expect(contents).toBeHidden();
  else await expect(link).toHaveAttribute('aria-current', 'location');
});

test('at the end of the API reference, the last section is marked as current and is in view', async ({
  page,
  isMobile,
}) => {
  await page.goto('/api/docs');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const links = page.locator('#contents .sections a');
  await expect(links.last()).toHaveAttribute('aria-current', 'location');
  if (!isMobile) await expect(links.last()).toBeInViewport({ ratio: 1 });
});

test('controls of the API reference are at least 44 px tall on phones', async ({ page, isMobile }) => {
  if (!isMobile) return;
  await page.goto('/api/docs');
  const controls = page.locator('button, summary, .button, .console-link a, .sample label, .top a');
  const heights = await controls.evaluateAll((elements) =>
    elements
      .filter((each) => each.checkVisibility())
      .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height] as const),
  );
  expect(heights.length).toBeGreaterThan(40);
  expect(heights.filter(([, height]) => height < 44)).toEqual([]);
});

test('the API reference is complete without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/api/docs');
  const usage = page.locator('#getUsage');
  await usage.getByText('Node.js').click();
  await expect(usage.locator('pre:visible').first()).toContainText("import { Gossamer } from 'gossamer'");
  await page.getByRole('link', { name: 'Try it in the console' }).first().click();
  await expect(page).toHaveURL(/\/api\/docs\/console#\/Compressions\/createCompression$/);
  await context.close();
});

test('the header underlines the link of the current page at its lower border', async ({ page }) => {
  for (const path of ['/pricing', '/api/docs', '/api/docs/errors']) {
    await page.goto(path);
    const gap = await page.evaluate(() => {
      const link = document.querySelector('header nav [aria-current="page"]');
      const header = link?.closest('header');
      if (!link?.checkVisibility() || !header) return null;
      const line = Number.parseFloat(getComputedStyle(link, '::after').bottom);
      return header.getBoundingClientRect().bottom - link.getBoundingClientRect().bottom + line;
    });
    // On phones, the header of the web app shows no links, because they are in a menu.
    if (gap !== null) expect(Math.abs(gap), path).toBeLessThanOrEqual(1);
    else expect(path).toBe('/pricing');
  }
});

test('the theme chosen in the API reference applies to the whole site', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByLabel('Theme').selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Pricing' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const path of ['/api/docs', '/api/docs/errors']) {
  test(`${path} has no accessibility violations and fits the viewport`, async ({ page }) => {
    await page.goto(path);
    for (const summary of await page.locator('#createCompression summary, #Compression summary').all()) {
      await summary.click();
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
