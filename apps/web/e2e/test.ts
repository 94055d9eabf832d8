import { test as base, expect, type Page } from '@playwright/test';

type Options = {
  /** Console errors that the case is about, such as an answer that is an error on purpose. */
  expectedErrors: RegExp | undefined;
  /** Whether the banner about cookies was answered on an earlier visit. */
  hasAnsweredConsent: boolean;
  answered: undefined;
  guard: undefined;
};

/** Resolves when React has taken over what the server sent; at once on a page that is not ours. */
async function becomeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root h1');
    const isOurs = document.getElementById('root') !== null;
    return (
      !isOurs || (heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps')))
    );
  });
}

/** Every case fails on an error in the console or in a script. */
export const test = base.extend<Options>({
  expectedErrors: [undefined, { option: true }],
  hasAnsweredConsent: [true, { option: true }],
  answered: [
    async ({ context, hasAnsweredConsent }, use) => {
      if (hasAnsweredConsent) {
        await context.addInitScript(() => localStorage.setItem('cookieConsent', 'declined'));
      }
      await use(undefined);
    },
    { auto: true },
  ],
  // Pages come rendered: a press before the code is there would be a press on paper.
  page: async ({ page }, use) => {
    const { goto, reload } = page;
    page.goto = async (...args) => {
      const response = await goto.apply(page, args);
      await becomeAlive(page);
      return response;
    };
    page.reload = async (...args) => {
      const response = await reload.apply(page, args);
      await becomeAlive(page);
      return response;
    };
    await use(page);
  },
  guard: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors.filter((text) => !expectedErrors?.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** What the browser writes for an answer of 4xx or 5xx. */
export const failedAnswer = /Failed to load resource: the server responded with a status of [45]\d\d/;

export { expect };
