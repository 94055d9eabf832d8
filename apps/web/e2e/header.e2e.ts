import type { Page, Route } from '@playwright/test';
import { signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';

const avatar = (page: Page) => page.getByRole('button', { name: 'Account menu' });

/** Serves pages whose embedded session contains a modified user. */
async function asUser(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/compress', async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<script[^>]*id="session">)(.*?)(<\/script>)/,
      (_, open, json, close) => {
        const session = JSON.parse(json);
        return `${open}${JSON.stringify({ ...session, user: { ...session.user, ...changes } })}${close}`;
      },
    );
    await route.fulfill({ response, body });
  });
}

// Spec: 2.26, 2.27, 2.28, 2.30, 4.9, 6.5
test('the header shows a login link to visitors, and the account menu and history to members', async ({
  page,
  isMobile,
}) => {
  const links = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const openNav = async () => isMobile && page.getByRole('button', { name: 'Open menu' }).click();
  await page.goto('/compress');
  await expect(avatar(page)).toHaveCount(0);
  await openNav();
  await expect(links()).toHaveText(isMobile ? ['Compress', 'Pricing', 'Sign up'] : ['Compress', 'Pricing']);
  await expect(links().nth(1)).toHaveAttribute('href', '/pricing');
  await signUp(page);
  await page.reload();
  await openNav();
  await expect(links()).toHaveText(['Compress', 'History', 'Pricing']);
  await expect(links().nth(1)).toHaveAttribute('href', '/history');
  await expect(links().nth(2)).toHaveAttribute('href', '/pricing');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
  await expect(page.getByText('Free Plan').locator('visible=true').first()).toBeVisible();
  await expect(links().first()).toHaveAttribute('aria-current', 'page');
});

// Spec: 2.36, 2.42, 2.43
test('the header of the landing page links to the login and sign-up pages', async ({ page, isMobile }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Language: English' })).toBeVisible();
  if (!isMobile) {
    await header.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    await page.goBack();
  }
  await header.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('the account menu is operable by keyboard and restores the focus', async ({ page }) => {
  await signUp(page);
  await page.goto('/compress');
  await avatar(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Account menu' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(avatar(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
});

for (const [who, changes, shown] of [
  ['both names', {}, 'MR'],
  ['no names', { firstName: '', lastName: '' }, 'E'],
  ['nothing at all', { firstName: '', lastName: '', email: '' }, 'U'],
] as const) {
  // Spec: 2.33, 2.34, 2.35
  test(`the avatar of a member with ${who} shows ${shown}`, async ({ page }) => {
    await signUp(page);
    await asUser(page, changes);
    await page.goto('/compress');
    await expect(avatar(page).locator('.avatar')).toHaveText(shown);
  });
}

test.describe('a profile image', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 3.5
  test('is replaced by initials when it cannot be loaded', async ({ page }) => {
    await signUp(page);
    await asUser(page, { profileImageUrl: '/flags/fr.svg' });
    await page.goto('/compress');
    await expect(avatar(page).locator('img')).toHaveAttribute('src', '/flags/fr.svg');
    await page.unroute('**/compress');
    await asUser(page, { profileImageUrl: '/no/such/image.png' });
    await page.reload();
    await expect(avatar(page).locator('.avatar')).toHaveText('MR');
  });
});

// Spec: 2.31, 4.9
test("the header shows 'Pro Active' to members on the Pro plan", async ({ page, isMobile }) => {
  await signUp(page);
  await asUser(page, { isPremium: true });
  await page.goto('/compress');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(
    page.getByRole('banner').getByText('Pro Active').locator('visible=true').first(),
  ).toBeVisible();
});
