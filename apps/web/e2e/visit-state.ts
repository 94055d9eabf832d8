import type { Page } from '@playwright/test';
import { subscribeByApi } from './checkout-page.ts';
import { sharedLogin, signUp } from './member.ts';
import type { State } from './states.ts';

const logInShared = sharedLogin(signUp);
const logInSharedPro = sharedLogin(async (page) => {
  await signUp(page);
  await subscribeByApi(page);
});

/** Opens a screen in the given language, logged in as the state requires. */
export async function visit(page: Page, { path, isMember, isPro }: State, language: string): Promise<void> {
  if (isMember) await logInShared(page);
  if (isPro) await logInSharedPro(page);
  const url = new URL(path, 'http://any');
  url.searchParams.set('lang', language);
  await page.goto(`${url.pathname}${url.search}`, { waitUntil: 'networkidle' });
}

/** Scrolls through the page to trigger lazy loading. Resolves when all fonts and images are loaded. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    window.scrollTo(0, 0);
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
  });
}
