import type { Page } from '@playwright/test';

/** For toasts that show for half a second only: returns the text of those that showed last, and forgets it. */
export async function watchToasts(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = Array.from(document.querySelectorAll('.toast'), (toast) => toast.textContent).join('\n');
      if (text) sessionStorage.setItem('seenToast', text);
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => {
      const seen = sessionStorage.getItem('seenToast');
      sessionStorage.removeItem('seenToast');
      return seen;
    });
}
