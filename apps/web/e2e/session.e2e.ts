import { signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';

// What is asked in the moment without a connection is lost.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

// Spec: 4.3, 4.4, 4.5, 4.6
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

test.describe('a page of a member that the browser kept', () => {
  // A query of the page can be answered between the logout and the reload.
  test.use({ expectedErrors: failedAnswer });

  test('is loaded again when it comes back', async ({ page, context }) => {
    const { email } = await signUp(page);
    await page.goto('/account');
    await expect(page.getByText(email).first()).toBeVisible();
    await context.request.get('/api/auth/logout');
    // Automated browsers keep no pages, so the event is all that can be had of it.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page).toHaveURL(/\/login\?from=%2Faccount$/);
    await expect(page.getByText(email)).toHaveCount(0);
  });
});
