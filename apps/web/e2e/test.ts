import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

type Options = {
  /** Console errors that the case is about, such as an answer that is an error on purpose. */
  expectedErrors: RegExp | undefined;
  /** Whether the banner about cookies was answered on an earlier visit. */
  hasAnsweredConsent: boolean;
  /** What went wrong in all its pages so far. */
  errors: string[];
  answered: undefined;
  guard: undefined;
  /** Opens a page in the browser of somebody else, watched as the case's own. */
  elsewhere: (options?: BrowserContextOptions) => Promise<Page>;
};

declare global {
  interface Window {
    /** The page has said that it is alive: it listens to everything that it will. */
    isAlive?: boolean;
  }
}

/** Resolves when React has taken over what the server sent; at once on a page that is not ours. */
export async function becomeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root h1');
    const isOurs = document.getElementById('root') !== null;
    const isTaken = heading && Object.keys(heading).some((key) => key.startsWith('__reactProps'));
    return !isOurs || (isTaken && window.isAlive);
  });
}

/** Also makes an error of what the page's security policy has kept from it. */
function noteLife(): void {
  window.addEventListener('gossamer:alive', () => (window.isAlive = true));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Security policy: ${violatedDirective} forbids ${blockedURI}`)),
  );
}

/** Pages come rendered: a press before the code is there would be a press on paper. */
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

/** Every case fails on an error in the console or in a script. */
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
        ...{ locale: 'en-US', reducedMotion: 'reduce', ...options },
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

/** What the browser writes for an answer of 4xx or 5xx. */
export const failedAnswer = /Failed to load resource: the server responded with a status of [45]\d\d/;

export { expect };
