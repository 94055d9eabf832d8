import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** Returns the toast in the page. A page shows at most one toast. */
export const toastOf = (page: Page): Locator => page.getByTestId('toast');

/** Texts of the toasts that each page has shown and that no test has expected yet, oldest first. */
const toastTexts = new WeakMap<Page, string[]>();

/** Returns the texts of the toasts that a page has shown since the last `expectToast`, oldest first. */
export function unexpectedToasts(page: Page): string[] {
  const texts = toastTexts.get(page) ?? [];
  toastTexts.set(page, texts);
  return texts;
}

/** Records the toasts of all pages of a context. Must be called before the first page is opened. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordToast', ({ page }, text: string) => {
    unexpectedToasts(page).push(text);
  });
  await context.addInitScript(() => {
    const recorded = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-testid=toast]')) {
        const text = toast.textContent.replace(/\s+/g, ' ');
        if (recorded.get(toast) === text) continue;
        recorded.set(toast, text);
        window.recordToast(text);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/**
 * Waits for a toast that contains all of the given texts. Reads the recorded toasts, because a toast in the page closes
 * after five seconds, which can pass between two commands on a busy machine.
 */
export async function expectToast(page: Page, ...texts: string[]): Promise<void> {
  const toasts = unexpectedToasts(page);
  const isExpected = (toast: string) => texts.every((text) => toast.includes(text));
  await expect.poll(() => (toasts.some(isExpected) ? texts : toasts), { timeout: 90_000 }).toEqual(texts);
  toasts.splice(0, toasts.findIndex(isExpected) + 1);
}

/**
 * Advances a stopped clock in steps until the page shows its first toast. The page needs timers before that, because
 * the toast's code is lazy-loaded.
 */
export async function advanceUntilToast(page: Page, stepMs: number): Promise<void> {
  const countToasts = async () => {
    await page.clock.runFor(stepMs);
    return unexpectedToasts(page).length;
  };
  await expect.poll(countToasts, { intervals: [50] }).toBe(1);
}

declare global {
  interface Window {
    recordToast: (text: string) => Promise<void>;
  }
}
