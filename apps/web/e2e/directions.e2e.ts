import type { Locator } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

/** Returns how many pixels of the first letter are clipped at the left edge of its box. */
const cutAtStartPx = (name: Locator) =>
  name.evaluate((element) => {
    const letter = document.createRange();
    letter.setStart(element.firstChild ?? element, 0);
    letter.setEnd(element.firstChild ?? element, 1);
    return element.getBoundingClientRect().left - letter.getBoundingClientRect().left;
  });

for (const language of ['en', 'ar']) {
  test(`a long file name is truncated in the middle, so that its start and end stay visible: ${language}`, async ({
    page,
  }) => {
    await page.goto(`/compress?lang=${language}`);
    const compress = new CompressPage(page);
    const longName = `${'a-very-long-name-'.repeat(12)}.png`;
    await page.locator('input[type=file]').first().setInputFiles(fixture('terminal.png', longName));
    const name = compress.row(longName).locator('bdi').first();
    await expect(name).toHaveText(longName);
    const [start, end] = [name.locator('span').first(), name.locator('span').last()];
    expect(await start.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    expect(await cutAtStartPx(start)).toBeLessThanOrEqual(1);
    await expect(end).toHaveText(/^.{6}\.png$/);
    expect(await end.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  });
}

test('a file name is aligned with the start of the line in Arabic', async ({ page }) => {
  await page.goto('/compress?lang=ar');
  await page.locator('input[type=file]').first().setInputFiles(fixture('terminal.png', 'short.png'));
  const name = new CompressPage(page).row('short.png').locator('bdi').first();
  const gapPx = await name.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return element.getBoundingClientRect().right - text.getBoundingClientRect().right;
  });
  expect(gapPx).toBeLessThanOrEqual(1);
});

for (const [language, order] of [
  ['en', ['given-name', 'family-name']],
  ['ja', ['family-name', 'given-name']],
] as const) {
  test(`the order of the name fields follows the convention of the language: ${language}`, async ({
    page,
  }) => {
    await page.goto(`/signup?lang=${language}`);
    const asked = page.locator('input[autocomplete$="-name"]');
    await expect(asked).toHaveCount(2);
    expect(await asked.evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete')))).toEqual(
      order,
    );
  });
}
