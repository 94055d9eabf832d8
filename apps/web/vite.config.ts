import { readFileSync } from 'node:fs';
import { engineInBrowsers } from '@gossamer/engine/browser/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const gatewayUrl = process.env.GOSSAMER_GATEWAY_URL ?? 'http://localhost:3000';
const toGateway = { target: gatewayUrl, changeOrigin: false };
const proxy = { '/api': toGateway, '/compressed': toGateway, '/fake-stripe': toGateway };

/** Modules that every screen needs: third-party packages and shared code, including the upload queue. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/[^/]+|lucide-react|class-variance-authority|clsx)\//;
const shared = [
  /src\/(app|components|lib)\//,
  /src\/i18n\/[\w-]+\.ts$/,
  /src\/features\/compress\/(device\/backend|uploads\/|settings\/(advanced-options|asked-form|auto-start|compress-settings|fold-button|format-field|goal-fields|remembered-settings|resize-form|settings-context)|limits\/use-is-counted)/,
  /src\/features\/dashboard\/lazy-sidebar/,
  /src\/features\/compress\/drop\/(dropped-files|file-input|file-origins|sort-files|use-add-files|use-installed-app|use-open-in-tool|use-page-files)/,
  /src\/(asked-settings|choose-language|formats|limits|locales|marketing-claims|session|settings)\.ts$/,
];
/** Icons that the initial load does not need. */
const laterIcons =
  /lucide-react\/.*icons\/(arrow-right|columns|eye|file|sliders|trash|circle|chevrons|copy|download)/;
/** Third-party code for mutations, which the initial load does not need. */
const mutations = /@tanstack\/.*\/(useMutation|mutationObserver)\./;
/**
 * Modules that are shared by screens but not needed for the initial load, such as requests, menus, rows and error
 * messages.
 */
const later =
  /src\/(components\/(copy-|facts-|figures-|file-|questions|thumbnail|ui\/(anchored-|dialog-|select|skeleton|thread|unit-|use-return))|i18n\/(failure-|format-(compact|day|list|moment))|lib\/(api-|archive|content-|fetch-|leave-|local-|name-|save-|stats|unauthorized|use-confirmed-|use-leave|use-load-more|use-now|use-save-|wait)|features\/compress\/uploads\/(batch-|run-|upload-file))/;

const alwaysThere = /\/(rolldown-runtime|preload-helper|vendor|shared|common)-/;

/** Modules of the pages with the settings panel. They are combined into one chunk, which compresses better. */
const tool =
  /src\/(screens\/tool-page|features\/compress\/(workspace|limits\/allowance|upsell\/|guide\/(format-table|quality-guide)|settings\/(settings-panel|auto-start-field|backend-field|saved\/lazy)|drop\/(drop-zone|folder-button|lazy-rejected|plain-form|use-add-sample)))/;

/**
 * Small modules of the account screens and of the affiliate screens. Each group becomes one chunk, because every chunk
 * adds its name to the initial load.
 */
const account = /src\/features\/account\/[\w-]+\.ts$/;
const affiliate = /(src\/features\/affiliate|src\/lib\/api-affiliate|contracts\/src\/affiliate)/;

/**
 * Modules shared by the lists, dialogs and fact lists of several screens. They are combined into one chunk, because
 * each chunk adds its name to the initial load.
 */
const smallAndLater =
  /src\/(components\/(copy-button|copy-code\/lazy-dialog|facts-|figures-|file-name|questions|ui\/(dialog-|select|skeleton|thread|unit-input|use-return-focus))|form\/legal-note|i18n\/format-(compact|day|list|moment)|lib\/(leave-to|local-path|stats|use-leave-logged-out|use-load-more|use-now|wait)\.)|lucide-react\/.*icons\/(chevrons-left-right|columns-2|copy|circle-check|circle-exclamation-point|download|eye\.|file-|sliders-horizontal|trash)|contracts\/src\/(escape-html|split-filename|variant-(css|html|markup|names|next-js|settings|snippet))/;

/**
 * Packages of dialogs, and Zod, which validates forms and responses. Each group becomes one chunk, because each chunk
 * adds its name to the initial load.
 */
const dialogs =
  /node_modules\/(@radix-ui\/react-(alert-dialog|dialog|focus-guards|focus-scope|id)|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)\//;
const zod = /node_modules\/zod\/|contracts\/src\/(accounts|billing|session-user)\.ts/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(version) },
  server: { proxy },
  preview: { proxy },
  // Build workers as modules, because they import decoders on demand, which classic scripts do not support. Store them
  // in a separate folder, because browsers may have cached workers of earlier versions without the headers that workers
  // of an isolated page need.
  worker: {
    format: 'es',
    plugins: () => [engineInBrowsers()],
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  build: {
    // Do not inline fonts and images, because the gateway's Content Security Policy allows them only from files.
    assetsInlineLimit: 0,
    // Write a manifest that lists the chunks of each page.
    manifest: true,
    // Serve the license texts of the bundled packages at /licenses.md, as the licenses require.
    license: { fileName: 'licenses.md' },
    modulePreload: {
      polyfill: false,
      // Omit the imported file itself and chunks that every page loads. Their names would add half a kilobyte to the
      // initial load.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !alwaysThere.test(name)),
    },
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'service-worker/service-worker.ts' },
      output: {
        // Browsers look for a newer service worker at the same URL, and its folder limits the pages that it serves.
        entryFileNames: ({ name }) => (name === 'index' ? 'assets/[name]-[hash].js' : '[name].js'),
        // Combine the modules that every screen needs, because many small files compress poorly and require a request
        // each.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'vendor',
              test: (id) => vendor.test(id) && !laterIcons.test(id) && !mutations.test(id),
              minShareCount: 2,
            },
            {
              name: 'shared',
              test: (id) => shared.some((part) => part.test(id)) && !later.test(id),
              minShareCount: 2,
            },
            { name: 'tool', test: tool, minShareCount: 2 },
            { name: 'account', test: account, minShareCount: 2 },
            { name: 'affiliate', test: affiliate, minShareCount: 2 },
            { name: 'dialogs', test: dialogs, minShareCount: 2 },
            { name: 'zod', test: zod, minShareCount: 2 },
            { name: 'later', test: smallAndLater, minShareCount: 2 },
          ],
        },
      },
    },
    // These browsers support `light-dark()` and `:dir()`. The replacements for older browsers ignore the `dir`
    // attribute.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
