import { defineConfig } from '@playwright/test';

/** The product runs already; the address comes from whoever started it. */
const baseURL = process.env.GOSSAMER_URL ?? 'http://localhost:3000';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'node_modules/.e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL,
    trace: { mode: 'retain-on-failure', screenshots: false },
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
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What is about the wire and the store is the same on every screen.
      testIgnore:
        /(connection|restore|heic|checkout|checkout-faults|subscription|session|renewals|affiliate|affiliate-referral)\.e2e\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
