import { defineConfig } from '@playwright/test';

/** URL of the running product. The command that starts the tests sets GOSSAMER_URL. */
const baseURL = process.env.GOSSAMER_URL ?? 'http://localhost:3000';

const firefoxTests = /firefox\.e2e\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'node_modules/.e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Number of parallel tests. It exceeds the number of CPU cores of a small machine by one, because tests spend most of
  // their time waiting.
  workers: 3,
  timeout: 240_000,
  // Repeat failed tests once. On a slow machine, about one in 600 tests failed and then passed when it was repeated,
  // for an unknown reason. `npm test` lists such tests.
  retries: 1,
  // Stop after this number of failed tests. The product is then probably broken, and each remaining test runs until its
  // timeout.
  maxFailures: 20,
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    baseURL,
    // Time out before the test does, so that the error after a click on a missing element names the element.
    actionTimeout: 120_000,
    // Take screenshots instead of traces, because recording a trace takes longer than most tests. Use `--trace on` to
    // debug a failing test.
    screenshot: 'only-on-failure',
    // Reduce motion, because software rendering of animations would take CPU time from the engine.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.GOSSAMER_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        // Lay out text with fractional widths, as desktop browsers do. By default, the headless shell rounds the
        // widths.
        '--font-render-hinting=none',
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
      // Skip tests of the network, storage, accounts and formats, which do not depend on the viewport. The test
      // `accessibility` checks the phone layout of the screens involved.
      testIgnore: [
        firefoxTests,
        // Skip tests of saving to folders, which browsers on phones do not support.
        /save-to-disk\.e2e\.ts$/,
        /(connection|restore|polls|heic|limits|session|login|account|api-keys|webhooks|home|history|early-press)\.e2e\.ts$/,
        /(checkout|checkout-faults|subscription|renewals|affiliate|affiliate-referral)\.e2e\.ts$/,
        /(landing-api|lasting-errors|error-table|new-version|spoken-text|variant-markup)\.e2e\.ts$/,
        /(archive|hdr|jxl|manifest|more-inputs|on-device|purchase)\.e2e\.ts$/,
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // The Firefox tests start their own browser (e2e/firefox.ts).
    { name: 'firefox', testMatch: firefoxTests },
  ],
});
