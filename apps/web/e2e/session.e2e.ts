import { signUp } from './member.ts';
import { expect, test } from './test.ts';

// What is asked in the moment without a connection is lost.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

test('who is logged in comes with the page, and is not asked for again', async ({
  page,
  context,
  isMobile,
}) => {
  await signUp(page);
  await page.goto('/compress');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/auth/user') && asked.push(request.url()));
  const follow = async (name: string, path: string) => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  };
  await follow('History', '/history');
  await follow('Pricing', '/checkout');
  await follow('Compress', '/compress');
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await context.setOffline(true);
  await context.setOffline(false);
  // What is asked every five seconds has been asked since.
  await page.waitForResponse('**/api/compressions*');
  expect(asked).toEqual([]);
});
