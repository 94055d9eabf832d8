import type { Page } from '@playwright/test';

/** For a toast that is there for half a second only: reads the last that was there, and forgets it. */
export async function watchToasts(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('.toast')?.textContent;
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
