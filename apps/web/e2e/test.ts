import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

type Options = {
  /** Console errors that the test expects, such as intentional error responses. */
  expectedErrors: RegExp | undefined;
  /** Whether the cookie banner was answered on an earlier visit. */
  hasAnsweredConsent: boolean;
  /** Errors in all pages of the test so far. */
  errors: string[];
  answered: undefined;
  guard: undefined;
  /** Opens a page in a separate browser context, watched like the test's own page. */
  elsewhere: (options?: BrowserContextOptions) => Promise<Page>;
};

declare global {
  interface Window {
    /** Whether the page has reported that all its event listeners are attached. */
    isAlive?: boolean;
  }
}

/** Resolves when React has hydrated the page; at once on a page without the app. */
export async function becomeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root h1');
    const isOurs = document.getElementById('root') !== null;
    const isTaken = heading && Object.keys(heading).some((key) => key.startsWith('__reactProps'));
    return !isOurs || (isTaken && window.isAlive);
  });
}

/** Records that the page is hydrated and reports violations of its Content Security Policy as errors. */
function noteLife(): void {
  window.addEventListener('gossamer:alive', () => (window.isAlive = true));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Security policy: ${violatedDirective} forbids ${blockedURI}`)),
  );
}

/** Makes `goto` and `reload` wait for hydration, because clicks on a prerendered page have no effect before it. */
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
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
}

const declineConsent = () => localStorage.setItem('cookieConsent', 'declined');

/** Fails every test on console and script errors. */
export const test = base.extend<Options>({
  expectedErrors: [undefined, { option: true }],
  hasAnsweredConsent: [true, { option: true }],
  answered: [
    async ({ context, hasAnsweredConsent }, use) => {
      if (hasAnsweredConsent) {
        await context.addInitScript(declineConsent);
      }
      await use(undefined);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    waitForLife(page);
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

/** Matches the console message of the browser for a 4xx or 5xx response. */
export const failedAnswer = /Failed to load resource: the server responded with a status of [45]\d\d/;

export { expect };
