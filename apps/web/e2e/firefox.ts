import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser, type EvaluateFunc, type Page } from 'puppeteer-core';

/**
 * The distribution's Firefox over WebDriver BiDi, driven by Puppeteer: Playwright needs commands that the extended
 * support release does not have yet.
 */
type Firefox = { browser: Browser; downloadDir: string };
type FirefoxPage = { page: Page; downloadDir: string };

/** A busy machine with two cores draws, compresses and tests at once. */
const timeoutMs = 150_000;

/** Each case has a page of its own in one browser, and fails on an error in the console or in a script. */
export const test = base.extend<{ firefoxPage: FirefoxPage }, { firefox: Firefox }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
    async ({}, use) => {
      const homeDir = await mkdtemp(join(tmpdir(), 'gossamer-firefox-'));
      const downloadDir = join(homeDir, 'downloads');
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env.GOSSAMER_FIREFOX ?? '/usr/bin/firefox-esr',
        headless: true,
        // The window's own size: the extended support release has no command that sets a page's.
        defaultViewport: null,
        args: ['--width=1440', '--height=900'],
        // Its own: as root Firefox refuses to start in the home of somebody else.
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
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.evaluateOnNewDocument(() => {
      // The first, empty page has no storage: reading it there is an error of the page.
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

/** Resolves when the function returns true. Puppeteer's own waiting makes code from text, which the page's policy forbids. */
export async function until<Args extends (string | number)[]>(
  page: Page,
  isSo: EvaluateFunc<Args>,
  ...args: Args
): Promise<void> {
  await expect.poll(() => page.evaluate(isSo, ...args), { timeout: timeoutMs }).toBe(true);
}

/**
 * Presses a visible button by its name, once it is enabled, does not move and nothing covers it. `within` is the
 * selector of the part to look in. Not by a handle's `click`: Puppeteer looks at the element from a sandbox, and at
 * times Firefox reports what that may not read as an error of the page.
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

/** Resolves when the row of the file has the status. */
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

/** Presses the button and returns what the browser has saved, once it is whole. */
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
    // While it writes, a file with the ending .part lies beside an empty one.
    expect(files.filter((file) => file.endsWith('.part'))).toEqual([]);
    [fileName = ''] = files.filter((file) => !before.includes(file));
    expect((await readFile(join(downloadDir, fileName))).length).toBeGreaterThan(0);
  }).toPass({ timeout: 30_000 });
  return { fileName, bytes: await readFile(join(downloadDir, fileName)) };
}

export { expect };
