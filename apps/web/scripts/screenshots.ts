import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { layoutFaults } from '../e2e/layout-faults.ts';
import { type State, states } from '../e2e/states.ts';
import { settle, visit } from '../e2e/visit-state.ts';

/**
 * `npm run screenshots [name…]`: saves screenshots of every screen in five languages, three widths and both color
 * schemes to `.gossamer/screenshots/`. Requires a running product at GOSSAMER_URL. Prints layout faults and exits with
 * code 1 if it finds any.
 */
const baseUrl = process.env.GOSSAMER_URL ?? 'http://localhost:3000';
const folder = join(import.meta.dirname, '../../../.gossamer/screenshots');
const languages = ['en', 'de', 'ar', 'ja', 'hi'];
const widths = [360, 768, 1440];
const isPhone = (width: number) => width <= 767;

const wanted = process.argv.slice(2);
const looks = states
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .flatMap((state) => languages.flatMap((language) => widths.map((width) => ({ state, language, width }))))
  .filter(({ state, width }) => isPhone(width) || !state.isPhoneOnly);
type Look = (typeof looks)[number];

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.GOSSAMER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let faultCount = 0;
await Promise.all([work(), work()]);
await browser.close();
process.stdout.write(`${folder}: ${faultCount} faults\n`);
process.exitCode = faultCount > 0 ? 1 : 0;

/** Captures screens from the shared list until the list is empty. */
async function work(): Promise<void> {
  for (let look = looks.shift(); look; look = looks.shift()) {
    const faults = await images(browser, look);
    faultCount += faults;
  }
}

async function images(from: Browser, { state, language, width }: Look): Promise<number> {
  const context = await from.newContext({
    baseURL: baseUrl,
    viewport: { width, height: isPhone(width) ? 780 : 900 },
    reducedMotion: 'reduce',
    ...(isPhone(width) && { hasTouch: true, isMobile: true }),
  });
  if (!state.asksConsent) {
    await context.addInitScript(() => localStorage.setItem('cookieConsent', 'declined'));
  }
  const page = await context.newPage();
  await visit(page, state, language);
  await settle(page);
  await state.reach?.(page);
  const name = `${state.name}-${language}-${width}`;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: join(folder, `${name}-${colorScheme}.png`),
      fullPage: await isWhole(page, state),
    });
  }
  const faults = await layoutFaults(page);
  for (const fault of faults) process.stdout.write(`${name}: ${fault}\n`);
  await context.close();
  return faults.length;
}

/**
 * Returns whether to capture the whole page rather than the viewport. With an open overlay, only the viewport is
 * captured.
 */
async function isWhole(page: Page, { asksConsent }: State): Promise<boolean> {
  const cover = page.locator('[role=dialog], [role=alertdialog], [role=menu]');
  return !asksConsent && (await cover.count()) === 0;
}
