import { signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';

// Requests that are sent while offline fail.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

// Spec: 4.3, 4.4, 4.5, 4.6
test('the page contains the user and does not request it again', async ({ page, context, isMobile }) => {
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
  // Wait for the next poll of the list, which follows within five seconds.
  await page.waitForResponse('**/api/compressions*');
  expect(asked).toEqual([]);
});

test.describe('a member page in the back/forward cache', () => {
  // The page may send a request between the logout and the reload, which is rejected.
  test.use({ expectedErrors: failedAnswer });

  test('is reloaded when it is shown again', async ({ page, context }) => {
    const { email } = await signUp(page);
    await page.goto('/account');
    await expect(page.getByText(email).first()).toBeVisible();
    await context.request.get('/api/auth/logout');
    // Automated browsers have no back/forward cache, so the test dispatches its event.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page).toHaveURL(/\/login\?from=%2Faccount$/);
    await expect(page.getByText(email)).toHaveCount(0);
  });
});
