import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Service worker for users who process images on their device: keeps the app's files, so that /compress works without a
 * network connection. Requests for anything else are sent as if there were no service worker.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Files to keep. `scripts/offline-files.ts` replaces this expression with the list. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const appPath = '/compress';

// Keep the page as it is sent to visitors, because the copy is also shown after the user has logged out. The header
// (`processOnHeader` in the contracts, whose import would make this file depend on others) isolates it from other origins.
addPlugins([
  {
    requestWillFetch: async ({ request }) =>
      new URL(request.url).pathname === appPath
        ? new Request(request, { credentials: 'omit', headers: { 'process-on': 'device' } })
        : request,
  },
]);

// Pages come from the server whenever it can be reached, so they are never outdated. This route must be registered
// before that of the kept files.
const showPage = async ({ request, url }: { request: Request; url: URL }) => {
  try {
    return await fetch(request);
  } catch (error) {
    if (url.pathname !== appPath) return Response.redirect(appPath, 302);
    const kept = await matchPrecache(appPath);
    if (!kept) throw error;
    return kept;
  }
};
/** Files of the server. A browser also navigates to these, for example for a download. */
const otherFiles = [/^\/(api|compressed)\//];
registerRoute(new NavigationRoute(showPage, { denylist: otherFiles }));

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
