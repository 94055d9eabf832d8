import './styles/theme.css';
import { keepEarlyPress } from './early-press.ts';
import { consentKey, stored } from './lib/stored.ts';

/** Maximum time in milliseconds to wait for the first paint before loading the app's code. */
const maxWaitMs = 1_500;

/** Id of the element that lists the page's scripts. `scripts/prerender.ts` creates the element during the build. */
const codeListId = 'code';

/**
 * Resolves when the prerendered page is loaded and painted. Delaying the app's code until then reserves bandwidth for
 * the text, font and first image: on a slow phone, the page becomes visible one second earlier and interactive hardly
 * any later.
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

/**
 * Preloads all scripts in parallel. Without preloading, the browser requests a script only after loading the script
 * that imports it.
 */
function preloadCode(): void {
  const list = document.getElementById(codeListId)?.textContent;
  for (const href of list ? (JSON.parse(list) as string[]) : []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** Prevents Zod from probing whether `eval` is allowed. The CSP forbids it, and browsers report each attempt. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepEarlyPress();
// Reserve no space for ads if the visitor declined cookies, because no ads are shown to such visitors.
if (stored.read(consentKey) === 'declined') delete document.documentElement.dataset.ads;
// Pages for members are mostly rendered in the browser, so there is nothing to paint before the app's code is loaded.
if (document.getElementById('root')?.firstElementChild) await whenSeen();
preloadCode();
await import('./main.tsx');
