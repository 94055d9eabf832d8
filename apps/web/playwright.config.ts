import { defineConfig } from '@playwright/test';

/** The product runs already; the address comes from whoever started it. */
const baseURL = process.env.GOSSAMER_URL ?? 'http://localhost:3000';

const firefoxTests = /firefox\.e2e\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'node_modules/.e2e',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the cores of a small machine: much of a test is waiting.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    baseURL,
    // A trace of every test costs more than most tests do: `--trace on` for the one that fails.
    screenshot: 'only-on-failure',
    // Drawing in software what moves takes the engine's two cores away.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.GOSSAMER_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: firefoxTests, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What is about the wire, the store and the account is the same on every screen; how its screens look there is
      // seen by `accessibility`.
      testIgnore: [
        firefoxTests,
        /(connection|restore|polls|heic|limits|session|login|account|api-keys|webhooks|home|history|early-press)\.e2e\.ts$/,
        /(checkout|checkout-faults|subscription|renewals|affiliate|affiliate-referral)\.e2e\.ts$/,
        /(landing-api|lasting-errors|error-table|api-reference|spoken-text)\.e2e\.ts$/,
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // Starts its own browser: e2e/firefox.ts.
    { name: 'firefox', testMatch: firefoxTests },
  ],
});
