import './styles/theme.css';
import { keepEarlyPress } from './early-press.ts';
import { consentKey, stored } from './lib/stored.ts';

/** The longest that the app's code waits for what is to be seen first. */
const maxWaitMs = 1_500;

/** The element that lists the page's code, written by the build (`scripts/prerender.ts`). */
const codeListId = 'code';

/**
 * The page was sent whole, so what is to be seen (its text, font and first image) has the line to itself; then comes
 * what makes it alive. On a slow phone that is a second earlier to look at, and hardly later to use.
 */
function whenSeen(): Promise<void> {
  const loaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs));
  return Promise.race([loaded.then(painted), tooLate]);
}

/** All files at once, instead of each when the one before has named it. */
function preloadCode(): void {
  const list = document.getElementById(codeListId)?.textContent;
  for (const href of list ? (JSON.parse(list) as string[]) : []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** Zod tries once whether it may make code from text, which the page's security policy forbids and browsers report. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepEarlyPress();
// Whoever has declined sees no advertisement, so no space is reserved for one.
if (stored.read(consentKey) === 'declined') delete document.documentElement.dataset.ads;
// Most pages of a member come empty: there is nothing to be seen before their code.
if (document.getElementById('root')?.firstElementChild) await whenSeen();
preloadCode();
await import('./main.tsx');
