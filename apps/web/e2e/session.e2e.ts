import { signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';

// Requests sent while offline cause console errors.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

// Spec: 4.3, 4.4, 4.5, 4.6
test('a page contains the user’s data, and navigation, focus and reconnection do not request it again', async ({
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
  await follow('Pricing', '/pricing');
  await follow('Compress', '/compress');
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await context.setOffline(true);
  await context.setOffline(false);
  // Wait for the next poll of the compressions, which follows within five seconds.
  await page.waitForResponse('**/api/compressions*');
  expect(asked).toEqual([]);
});

test.describe('a member page in the back/forward cache', () => {
  // Between the logout and the reload, the page may send a request that the server rejects.
  test.use({ expectedErrors: failedAnswer });

  test('is reloaded when it is shown again', async ({ page, context }) => {
    const { email } = await signUp(page);
    await page.goto('/account');
    await expect(page.getByText(email).first()).toBeVisible();
    await context.request.get('/api/auth/logout');
    // Dispatch the `pageshow` event manually, because automated browsers have no back/forward cache.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page).toHaveURL(/\/login\?from=%2Faccount$/);
    await expect(page.getByText(email)).toHaveCount(0);
  });
});
