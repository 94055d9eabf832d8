import type { Page } from '@playwright/test';
import { CompressPage } from './compress-page.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

const linkOf = (page: Page, selector: string) => page.locator(`head link${selector}`).getAttribute('href');

/** Country codes of the flags in the order of the language menu. */
const countries = ['gb', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'cn', 'jp', 'kr', 'sa', 'in'];

const addressesOfShown = (images: Element[]) =>
  images.map((image) =>
    image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.getAttribute('src') : 'not shown',
  );

test('the footer names the version that the service reports', async ({ page, request }) => {
  const { version } = await (await request.get('/healthz')).json();
  await page.goto('/compress');
  await expect(page.getByRole('contentinfo')).toContainText(`© 2024 Gossamer ${version}`);
});

test.describe('the language menu', () => {
  // Spec: 1.33, 2.22, 2.37, 2.39, 2.40, 3.10, 3.56, 4.11, 4.14
  test('changes the text, direction, title and links of the page, even after a reload', async ({ page }) => {
    await page.goto('/compress');
    await page.getByRole('button', { name: 'Language: English' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(12);
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page).toHaveTitle(/^\p{Script=Arabic}.* · Gossamer$/u);
    expect(await linkOf(page, '[rel=canonical]')).toMatch(/\/compress\?lang=ar$/);
    expect(JSON.parse(await page.evaluate(() => localStorage.getItem('gossamer.language') ?? ''))).toEqual({
      code: 'ar',
      name: 'العربية',
    });

    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u);
  });

  // Spec: 2.38, 2.41, 3.11
  test('shows the current language on its button if space permits, and flags in its list', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/compress');
    const button = page.getByRole('button', { name: 'Language: English' });
    await expect(button.locator('img')).toHaveAttribute('src', '/flags/gb.svg');
    await expect(button.getByText('English')).toBeVisible({ visible: !isMobile });
    await button.click();
    const flags = page.getByRole('menuitemradio').locator('img');
    await expect(flags).toHaveCount(countries.length);
    await expect
      .poll(() => flags.evaluateAll(addressesOfShown))
      .toEqual(countries.map((country) => `/flags/${country}.svg`));
  });

  test('is operable by keyboard and restores the focus', async ({ page }) => {
    await page.goto('/compress');
    const button = page.getByRole('button', { name: 'Language: English' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  // Spec: 1.34, 2.18, 2.21
  test('shows the language that the URL of a server-rendered page specifies, including Dutch', async ({
    page,
    request,
  }) => {
    const html = await (await request.get('/compress?lang=nl')).text();
    expect(html).toMatch(/<html lang="nl" dir="ltr"/);
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/compress\?lang=nl">/);
    expect(html.match(/hreflang=/g)).toHaveLength(14);
    expect(html).toContain('property="og:image"');
    await page.goto('/compress?lang=nl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await expect(page.getByRole('button', { name: /Nederlands/ })).toBeVisible();
  });
});

test.describe("the browser's language", () => {
  test.use({ locale: 'fr-CH' });

  // Spec: 4.12
  test('is used unless the visitor selected another language', async ({ page }) => {
    await page.goto('/compress');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});

test('the theme follows the system until the visitor selects one, which persists across pages', async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/compress');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const choose = async (from: string, to: string) => {
    // On phones, the theme button is in the menu.
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: `Theme: ${from}` }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
  };
  await choose('System', 'Dark');
  expect(await ground()).not.toBe(light);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose('Dark', 'System');
  await page.reload();
  expect(await ground()).toBe(light);
});

test.describe('the cookie banner', () => {
  test.use({ hasAnsweredConsent: false });

  for (const [press, value] of [
    ['Accept all', 'accepted'],
    ['Decline', 'declined'],
    ['Decline and close', 'declined'],
  ] as const) {
    // Spec: 2.165, 2.166, 2.167, 2.168, 3.57
    test(`stores the answer "${press}" and is not shown again`, async ({ page }) => {
      await page.goto('/compress');
      const banner = page.getByRole('region', { name: 'Cookies, only if you agree' });
      await banner.getByRole('button', { name: press, exact: true }).click();
      await expect(banner).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe(value);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(banner).toHaveCount(0);
      await page.getByRole('button', { name: 'Cookie settings' }).click();
      await expect(banner).toBeVisible();
    });
  }

  // Spec: 7.54
  test('sends no requests to third parties before or after the answer', async ({ page, baseURL }) => {
    const origins = new Set<string>();
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept all' }).click();
    for (let y = 0; y < 6_000; y += 500) await page.mouse.wheel(0, y);
    await page.waitForLoadState('networkidle');
    expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
  });
});

// Spec: 2.10, 2.11, 2.19, 2.20, 2.22, 2.24, 2.56, 6.3, 9.59
test('every page has its own title and a header that links to the home page', async ({ page }) => {
  for (const [path, heading] of [
    ['/privacy', 'Privacy policy'],
    ['/terms', 'Terms of service'],
  ] as const) {
    await page.goto('/');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: heading.split(' ')[0] })
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Gossamer`);
    expect(await linkOf(page, '[rel=canonical]')).toMatch(new RegExp(`${path}$`));
  }
  await expect(page.getByText('Last updated July 3, 2025')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Gossamer' }).click();
  await expect(page).toHaveURL(/\/$/);
});

// Spec: 2.25, 2.29
test('the navigation marks the link of the current page, including in the menu on phones', async ({
  page,
}) => {
  await new CompressPage(page).open();
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compress' });
  await expect(link).toHaveAttribute('aria-current', 'page');
});

test.describe('a language whose translations cannot be loaded', () => {
  test.use({ expectedErrors: failedAnswer });

  test('is not applied and shows an error', async ({ page }) => {
    await page.goto('/compress');
    await page.route(/\/assets\/.*\.js$/, (route) =>
      /common|compress|errors/.test(route.request().url())
        ? route.fulfill({ status: 500 })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expectToast(page, 'Language not changed');
    await expect(page.getByRole('heading', { name: 'Compress images' })).toBeVisible();
  });
});

test('the tooltip of an icon button appears after a delay and disappears on Escape', async ({
  page,
  isMobile,
}) => {
  if (isMobile) return;
  await page.goto('/compress');
  await page.getByRole('button', { name: 'Theme: System' }).hover();
  await expect(page.locator('[data-tooltip-bubble]')).toHaveText('Theme: System');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-tooltip-bubble]')).toHaveCount(0);
});

/** Serves pages without prerendered content and without a session, so that the app must request the user. */
async function withoutSession(page: Page): Promise<void> {
  await page.route(/\/(compress|login|signup)$/, async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replace(/<script[^>]*id="session">.*?<\/script>/, '')
      .replace(/<div id="root">[\s\S]*<\/div>(?=\s*<noscript>)/, '<div id="root"><h1 hidden></h1></div>')
      .replace('<html lang="en"', '<html lang="xx"');
    await route.fulfill({ response, body: html });
  });
}

/** Delays the request that fetches the user. Resolves with a function that releases the request. */
async function holdSession(page: Page): Promise<() => void> {
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    await released;
    await route.continue();
  });
  return answer;
}

test.describe('a page that has not yet loaded the user', () => {
  test.use({ expectedErrors: failedAnswer });
  test.beforeEach(({ page }) => withoutSession(page));

  // Spec: 2.15, 7.5, 7.55
  test('shows a spinner instead of its content', async ({ page }) => {
    const answer = await holdSession(page);
    const going = page.goto('/compress');
    await expect(page.getByRole('status')).toHaveText('Loading');
    answer();
    await going;
    await expect(page.getByRole('heading', { name: 'Compress images' })).toBeVisible();
  });

  for (const [path, title] of [
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
  ] as const) {
    // Spec: 2.2
    test(`shows its form instead of a spinner on ${path}`, async ({ page }) => {
      const answer = await holdSession(page);
      const asked = page.waitForRequest('**/api/auth/user');
      const going = page.goto(path);
      await asked;
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      answer();
      await going;
    });
  }

  // Spec: 4.7
  test('shows the content for visitors, without a retry, if the request for the user fails', async ({
    page,
  }) => {
    let count = 0;
    await page.route('**/api/auth/user', (route) => {
      count++;
      return route.fulfill({ status: 500, body: 'oops' });
    });
    await page.clock.install();
    await page.goto('/compress');
    await expect(page.getByRole('heading', { name: 'Compress images' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await page.clock.fastForward(60_000);
    await page.waitForTimeout(300);
    expect(count).toBe(1);
  });
});
