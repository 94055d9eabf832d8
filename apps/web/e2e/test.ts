import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { recordToasts } from './toasts.ts';

type Options = {
  /** Pattern for console errors that the test expects, such as error responses. */
  expectedErrors: RegExp | undefined;
  /** Whether the user has already responded to the cookie banner. */
  hasAnsweredConsent: boolean;
  /**
   * Whether added images remain uncompressed until the user presses Compress. This is the default until the first
   * compression.
   */
  isAutoStartOff: boolean;
  /** Errors that occurred in any page of the test. */
  errors: string[];
  guard: undefined;
  /** Opens a page in a separate browser context. Errors in this page also fail the test. */
  elsewhere: (options?: BrowserContextOptions) => Promise<Page>;
};

declare global {
  interface Window {
    /** Whether React has hydrated the page. */
    isAlive?: boolean;
  }
}

/** Resolves when React has hydrated the page, or immediately if the page is not part of the web app. */
export async function becomeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('div#root h1');
    const isOurs = document.querySelector('div#root') !== null;
    const isTaken = heading && Object.keys(heading).some((key) => key.startsWith('__reactProps'));
    return !isOurs || (isTaken && window.isAlive);
  });
}

/**
 * Sets `isAlive` after hydration, and reports violations of the Content Security Policy as errors. Runs in the page.
 */
function noteLife(): void {
  window.addEventListener('gossamer:alive', () => (window.isAlive = true));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Content Security Policy: ${violatedDirective} blocked ${blockedURI}`)),
  );
}

/** Makes `goto` and `reload` wait for hydration, because clicks have no effect before hydration. */
function waitForLife(page: Page): void {
  const { goto, reload } = page;
  const noting = page.addInitScript(noteLife);
  page.goto = async (...args) => {
    await noting;
    const response = await goto.apply(page, args);
    await becomeAlive(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await becomeAlive(page);
    return response;
  };
}

function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
}

const declineConsent = () => localStorage.setItem('cookieConsent', 'declined');
/** Runs in all frames, including the sandboxed frames of ads, which have no access to storage. */
const turnAutoStartOff = () => {
  if (window === window.top) localStorage.setItem('gossamer.autoStart', 'off');
};

/** Test function that fails a test on console errors and script errors. */
export const test = base.extend<Options>({
  expectedErrors: [undefined, { option: true }],
  hasAnsweredConsent: [true, { option: true }],
  isAutoStartOff: [true, { option: true }],
  context: async ({ context, hasAnsweredConsent, isAutoStartOff }, use) => {
    await recordToasts(context);
    if (hasAnsweredConsent) await context.addInitScript(declineConsent);
    if (isAutoStartOff) await context.addInitScript(turnAutoStartOff);
    await use(context);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForLife(page);
    await use(page);
  },
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    watch(page, errors);
    await use(errors);
  },
  guard: [
    async ({ errors, expectedErrors }, use) => {
      await use(undefined);
      expect(errors.filter((text) => !expectedErrors?.test(text))).toEqual([]);
    },
    { auto: true },
  ],
  elsewhere: async ({ browser, baseURL, errors }, use) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        locale: 'en-US',
        reducedMotion: 'reduce',
        ...options,
      });
      await recordToasts(context);
      await context.addInitScript(declineConsent);
      const page = await context.newPage();
      pages.push(page);
      waitForLife(page);
      watch(page, errors);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
});

/** Matches the browser's console message for responses with status 4xx or 5xx. */
export const failedAnswer = /Failed to load resource: the server responded with a status of [45]\d\d/;

export { expect };
