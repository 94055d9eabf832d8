import { chooseLanguage } from '@gossamer/contracts/choose-language';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { startI18n } from './i18n/i18n.ts';
import { readStoredLanguage } from './i18n/stored-language.ts';
import { pageSession } from './lib/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

const language = chooseLanguage({
  search: window.location.search,
  preferred: pageSession?.user?.preferredLanguage,
  stored: readStoredLanguage(),
  browser: navigator.languages,
});
await startI18n(language);

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
// Hydrate the prerendered page only if it matches the session and the language. Pages are prerendered for visitors, and
// the user may have selected another language.
const isForThem = pageSession !== undefined && pageSession.user === null;
const canHydrate = root.firstElementChild && isForThem && document.documentElement.lang === language;
// Render in a transition, which React splits into slices of a few milliseconds, so that the page can handle input
// between them.
startTransition(() => void (canHydrate ? hydrateRoot(root, app) : createRoot(root).render(app)));

// Reload a page that was restored from the back/forward cache, because the session may have ended.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !pageSession?.user) return;
  document.body.hidden = true;
  window.location.reload();
});
