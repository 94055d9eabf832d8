import './styles/theme.css';
import { keepEarlyPress } from './early-press.ts';
import { consentKey, stored } from './lib/stored.ts';

/** Maximum milliseconds for which the app's code waits for the first paint. */
const maxWaitMs = 1_500;

/** Id of the element that lists the page's scripts, written by the build (`scripts/prerender.ts`). */
const codeListId = 'code';

/**
 * Resolves when the prerendered page is loaded and painted, so that its text, font and first image do not share the
 * bandwidth with the code. On a slow phone the page is visible a second earlier, and interactive hardly later.
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

/** Preloads all scripts at once, instead of each after the one that imports it. */
function preloadCode(): void {
  const list = document.getElementById(codeListId)?.textContent;
  for (const href of list ? (JSON.parse(list) as string[]) : []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** Stops Zod from testing whether it may evaluate strings, which the CSP forbids and browsers report. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepEarlyPress();
// Visitors who declined see no ads, so no ad slots are reserved.
if (stored.read(consentKey) === 'declined') delete document.documentElement.dataset.ads;
// Most pages of members are not prerendered, so there is nothing to paint before their code.
if (document.getElementById('root')?.firstElementChild) await whenSeen();
preloadCode();
await import('./main.tsx');
