import './styles/theme.css';
import { keepEarlyPress } from './early-press.ts';
import { consentKey, stored } from './lib/stored.ts';

/** Maximum delay in milliseconds until the app's code is loaded even if the page is not painted yet. */
const maxWaitMs = 1_500;

/** Id of the element that lists the page's scripts. The build writes it (`scripts/prerender.ts`). */
const codeListId = 'code';

/**
 * Resolves when the prerendered page is loaded and painted, so that the app's code does not share the bandwidth with
 * the text, font and first image. On a slow phone, the page becomes visible a second earlier, and hardly later
 * interactive.
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

/** Preloads all scripts in parallel. Otherwise each would be requested only after the script that imports it. */
function preloadCode(): void {
  const list = document.getElementById(codeListId)?.textContent;
  for (const href of list ? (JSON.parse(list) as string[]) : []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** Prevents Zod from testing whether it may evaluate strings: the CSP forbids it, and browsers report each attempt. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepEarlyPress();
// Visitors who declined see no ads, so no ad slots are reserved.
if (stored.read(consentKey) === 'declined') delete document.documentElement.dataset.ads;
// Pages for members are mostly not prerendered, so nothing can be painted before their code is loaded.
if (document.getElementById('root')?.firstElementChild) await whenSeen();
preloadCode();
await import('./main.tsx');
