import { expect, test } from './test.ts';
import { nameOf, serveVariantPages, type VariantPages } from './variant-pages.ts';

let pages: VariantPages;

test.beforeAll(async () => {
  pages = await serveVariantPages();
});
test.afterAll(() => pages.close());

/** The widest variant covers 800 CSS pixels at density 2, so wider pages show the image in 800 CSS pixels. */
const cases = [
  { width: 360, density: 1, expected: nameOf(400, 'avif') },
  { width: 360, density: 2, expected: nameOf(800, 'avif') },
  { width: 700, density: 1, expected: nameOf(800, 'avif') },
  { width: 700, density: 2, expected: nameOf(1_600, 'avif') },
  { width: 1_300, density: 1, expected: nameOf(800, 'avif') },
  { width: 1_300, density: 2, expected: nameOf(1_600, 'avif') },
];

for (const { width, density, expected } of cases) {
  test(`the markup loads one fitting variant on a screen of ${width} px at density ${density}, without a layout shift`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      deviceScaleFactor: density,
    });
    const page = await context.newPage();
    pages.requested.length = 0;
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) performance.mark('shifted', { detail: shift.toJSON() });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(pages.pictureUrl, { waitUntil: 'commit' });
    const after = page.getByText('After the image');
    const before = await after.boundingBox();
    await expect
      .poll(() => page.evaluate(() => document.images[0]?.naturalWidth), { message: 'the image loads' })
      .toBeGreaterThan(0);
    expect(await after.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => performance.getEntriesByName('shifted').length)).toBe(0);
    expect(pages.requested).toEqual([expected]);
    await context.close();
  });
}

test('the CSS loads the variant for the density of the screen', async ({ browser }) => {
  for (const [density, expected] of [
    [1, nameOf(800, 'avif')],
    [2, nameOf(1_600, 'avif')],
  ] as const) {
    const context = await browser.newContext({ deviceScaleFactor: density });
    pages.requested.length = 0;
    await (await context.newPage()).goto(pages.backgroundUrl);
    await expect.poll(() => pages.requested).toEqual([expected]);
    await context.close();
  }
});
