import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser, type EvaluateFunc, type Page } from 'puppeteer-core';

/**
 * The distribution's Firefox, controlled by Puppeteer over WebDriver BiDi. Playwright cannot control the extended
 * support release (ESR), which lacks commands that Playwright needs.
 */
type Firefox = { browser: Browser; downloadDir: string };
type FirefoxPage = { page: Page; downloadDir: string };

/** Test timeout in milliseconds, sufficient for a busy machine with two cores. */
const timeoutMs = 150_000;

/**
 * Test function that opens a new page in a shared Firefox for each test. Fails a test on console errors and script
 * errors.
 */
export const test = base.extend<{ firefoxPage: FirefoxPage }, { firefox: Firefox }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
    async ({}, use) => {
      const homeDir = await mkdtemp(join(tmpdir(), 'gossamer-firefox-'));
      const downloadDir = join(homeDir, 'downloads');
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env.GOSSAMER_FIREFOX ?? '/usr/bin/firefox-esr',
        headless: true,
        // Keep the window size, because Firefox ESR has no command to set the viewport.
        defaultViewport: null,
        args: ['--width=1440', '--height=900'],
        // When run as root, Firefox does not start if the home directory belongs to another user.
        env: { ...process.env, HOME: homeDir },
        timeout: 120_000,
        protocolTimeout: 120_000,
        extraPrefsFirefox: {
          'browser.download.dir': downloadDir,
          'browser.download.folderList': 2,
          'browser.download.always_ask_before_handling_new_types': false,
        },
      });
      await use({ browser, downloadDir });
      await browser.close();
      await rm(homeDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  firefoxPage: async ({ firefox: { browser, downloadDir }, baseURL }, use) => {
    const page = await (await browser.createBrowserContext()).newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    // Ignore denied reads of Puppeteer's sandbox, which Firefox reports as page errors.
    page.on('pageerror', (error) => {
      if (!/Permission denied to access property/.test(String(error))) errors.push(String(error));
    });
    await page.evaluateOnNewDocument(() => {
      // Skip the initial blank page. It has no storage, and accessing it would cause a page error.
      if (self.origin === 'null') return;
      localStorage.setItem('cookieConsent', 'declined');
      window.addEventListener('gossamer:alive', () => (window.isAlive = true));
    });
    await page.goto(new URL('/compress', baseURL).href);
    await until(page, () => window.isAlive === true);
    await use({ page, downloadDir });
    await page.browserContext().close();
    expect(errors).toEqual([]);
  },
});

/**
 * Resolves when `isSo` returns true in the page. Puppeteer's own functions are not used, because they evaluate strings,
 * which the page's CSP forbids.
 */
export async function until<Args extends (string | number)[]>(
  page: Page,
  isSo: EvaluateFunc<Args>,
  ...args: Args
): Promise<void> {
  await expect.poll(() => page.evaluate(isSo, ...args), { timeout: timeoutMs }).toBe(true);
}

/**
 * Clicks the button with the given name once it is visible, enabled, stationary and uncovered. `within` is the selector
 * of its container. Does not use `ElementHandle.click`, because Puppeteer inspects elements from a sandbox, and Firefox
 * sometimes reports denied reads of the sandbox as page errors.
 */
export async function press(page: Page, name: string, within = 'body'): Promise<void> {
  const find = () =>
    page.evaluate(
      async (name, within) => {
        const button = Array.from(document.querySelectorAll<HTMLButtonElement>(`${within} button`)).find(
          (each) =>
            (each.ariaLabel ?? each.textContent.trim()) === name && !each.disabled && each.checkVisibility(),
        );
        if (!button) return;
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = button.getBoundingClientRect();
        await new Promise((resolve) => setTimeout(resolve, 100));
        const later = button.getBoundingClientRect();
        if (later.x !== box.x || later.y !== box.y) return;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return button.contains(document.elementFromPoint(x, y)) ? { x, y } : undefined;
      },
      name,
      within,
    );
  let at: Awaited<ReturnType<typeof find>>;
  await expect.poll(async () => (at = await find()), { timeout: timeoutMs }).toBeDefined();
  if (at) await page.mouse.click(at.x, at.y);
}

/** Resolves when the row of the file has the given status. */
export async function waitForStatus(page: Page, name: string, status: string): Promise<void> {
  await until(
    page,
    (name, status) =>
      Array.from(document.querySelectorAll('[data-testid=file-row]')).some(
        (row) => row.textContent.includes(name) && row.getAttribute('data-status') === status,
      ),
    name,
    status,
  );
}

/** Clicks a button that starts a download. Resolves with the file once it is complete. */
export async function download(
  { page, downloadDir }: FirefoxPage,
  button: string,
): Promise<{ fileName: string; bytes: Buffer }> {
  const list = () => readdir(downloadDir).catch((): string[] => []);
  const before = await list();
  await press(page, button);
  let fileName = '';
  await expect(async () => {
    const files = await list();
    // While Firefox writes a file, a .part file exists next to an empty file with the final name.
    expect(files.filter((file) => file.endsWith('.part'))).toEqual([]);
    [fileName = ''] = files.filter((file) => !before.includes(file));
    expect((await readFile(join(downloadDir, fileName))).length).toBeGreaterThan(0);
  }).toPass({ timeout: 30_000 });
  return { fileName, bytes: await readFile(join(downloadDir, fileName)) };
}

export { expect };
