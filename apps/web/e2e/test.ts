import { test as base, expect } from '@playwright/test';

type Options = {
  /** Console errors that the case is about, such as an answer that is an error on purpose. */
  expectedErrors: RegExp | undefined;
  guard: undefined;
};

/** Every case fails on an error in the console or in a script. */
export const test = base.extend<Options>({
  expectedErrors: [undefined, { option: true }],
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
