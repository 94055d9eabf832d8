import type { Page } from '@playwright/test';

/**
 * Records toasts that are shown only briefly. Resolves with a function that returns and clears the text of the last
 * toast.
 */
export async function watchToasts(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = Array.from(
        document.querySelectorAll('[data-testid=toast]'),
        (toast) => toast.textContent,
      ).join('\n');
      if (text) sessionStorage.setItem('seenToast', text);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () =>
    page.evaluate(() => {
      const seen = sessionStorage.getItem('seenToast');
      sessionStorage.removeItem('seenToast');
      return seen;
    });
}
