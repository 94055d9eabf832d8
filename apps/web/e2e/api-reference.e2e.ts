import { expect, test } from './test.ts';

test('the focus ring of an API operation stays inside its box and does not touch its text', async ({
  page,
}) => {
  await page.goto('/api/docs');
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
