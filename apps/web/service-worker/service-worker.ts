import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Service worker with two tasks. It passes images that the user shares with the installed app to the page. For users who
 * process images on their device, it also keeps the app's files, so that /compress works without a network connection.
 * Requests for anything else are sent as if there were no service worker.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Files to keep. `scripts/offline-files.ts` replaces this expression with the list. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const appPath = '/compress';

/** Path to which the operating system sends shared images (`share_target` in manifest.webmanifest). */
const sharePath = '/share';
/** Cache for shared images until the page takes them (installed-app.ts). */
const sharedImages = 'shared-images';

// Installed apps register the service worker for this path only, unless images are processed on the device.
registerRoute(
  ({ url }) => url.pathname === sharePath,
  ({ request }) => keepShared(request),
  'POST',
);
if (new URL(self.registration.scope).pathname === '/') keepApp();

/** Keeps shared images, which are in the form field `images`, and opens the page that takes them. Sends nothing. */
async function keepShared(request: Request): Promise<Response> {
  try {
    const files = (await request.formData()).getAll('images').filter((value) => value instanceof File);
    const cache = await caches.open(sharedImages);
    const kept = files.map((file, index) =>
      cache.put(`${sharePath}/${Date.now()}-${index}/${encodeURIComponent(file.name)}`, new Response(file)),
    );
    await Promise.all(kept);
    return Response.redirect(appPath, 303);
  } catch {
    // The gateway's page at this path says that the images were not received. The storage may be full, for example.
    return Response.redirect(sharePath, 303);
  }
}

/** Keeps the files of the app, and shows /compress from them if the server cannot be reached. */
function keepApp(): void {
  // Keep the page as it is sent to visitors, because the copy is also shown after the user has logged out. The header
  // (`processOnHeader` in the contracts, whose import would make this file depend on others) isolates it from other
  // origins.
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
}
