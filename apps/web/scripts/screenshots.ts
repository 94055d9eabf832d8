import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { layoutFaults } from '../e2e/layout-faults.ts';
import { type State, settle, states } from '../e2e/states.ts';

/**
 * `pnpm screenshots [name…]`: pictures of every screen of the product that runs at GOSSAMER_URL, in four languages, at two
 * widths, light and dark, into `.gossamer/screenshots/`. Says which texts are cut off, and ends with 1 if there is one.
 */
const baseUrl = process.env.GOSSAMER_URL ?? 'http://localhost:3000';
const folder = join(import.meta.dirname, '../../../.gossamer/screenshots');
const languages = ['en', 'de', 'ar', 'ja'];
const widths = [360, 1440];
const schemes = ['light', 'dark'] as const;

const wanted = process.argv.slice(2);
const chosen = states.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.GOSSAMER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let faultCount = 0;
for (const state of chosen) {
  for (const language of languages) {
    for (const width of widths) {
      if (state.isPhoneOnly && width > 767) continue;
      for (const scheme of schemes) faultCount += await picture(browser, state, { language, width, scheme });
    }
  }
  process.stdout.write(`${state.name}\n`);
}
await browser.close();
process.stdout.write(`${folder}: ${faultCount} faults\n`);
process.exitCode = faultCount > 0 ? 1 : 0;

type Look = { language: string; width: number; scheme: (typeof schemes)[number] };

async function picture(from: Browser, state: State, { language, width, scheme }: Look): Promise<number> {
  const context = await from.newContext({
    viewport: { width, height: width > 767 ? 900 : 780 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(width <= 767 && { hasTouch: true, isMobile: true }),
  });
  if (!state.asksConsent) {
    await context.addInitScript(() => localStorage.setItem('cookieConsent', 'declined'));
  }
  const page = await context.newPage();
  const url = new URL(state.path, baseUrl);
  url.searchParams.set('lang', language);
  await page.goto(url.href, { waitUntil: 'networkidle' });
  await settle(page);
  await state.reach?.(page);
  const name = `${state.name}-${language}-${width}-${scheme}`;
  // What covers the window is shown as the window, everything else as the whole page.
  const isCovered = (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isCovered && !state.asksConsent });
  const faults = await layoutFaults(page);
  for (const fault of faults) process.stdout.write(`${name}: ${fault}\n`);
  await context.close();
  return faults.length;
}
