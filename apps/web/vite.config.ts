import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gatewayUrl = process.env.GOSSAMER_GATEWAY_URL ?? 'http://localhost:3000';
const toGateway = { target: gatewayUrl, changeOrigin: false };
const proxy = { '/api': toGateway, '/compressed': toGateway, '/fake-stripe': toGateway };

/** Third-party and own modules that every screen needs, including the upload queue above the routes. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/[^/]+|lucide-react|class-variance-authority|clsx)\//;
const shared = [
  /src\/(app|components|lib)\//,
  /src\/i18n\/[\w-]+\.ts$/,
  /src\/features\/compress\/(uploads\/|settings\/(compress-settings|settings-context)|limits\/use-is-counted)/,
  /src\/features\/dashboard\/extra-sidebar/,
  /src\/features\/compress\/drop\/(dropped-files|sort-files|use-add-files|use-page-files)/,
  /src\/(asked-settings|choose-language|formats|limits|locales|marketing-claims|session|settings)\.ts$/,
];
/** Modules that only later screens share: requests, menus, rows, error messages. */
const laterIcons = /lucide-react\/.*icons\/(eye|file|trash|circle|chevrons|copy|download)/;
/** Third-party code for mutations, which only later screens send. */
const mutations = /@tanstack\/.*\/(useMutation|mutationObserver)\./;
const later =
  /src\/(components\/(copy-|file-line|thumbnail|ui\/(anchored-|dialog-|select|skeleton|thread|use-return))|i18n\/(failure-|format-(day|list|moment))|lib\/(api-|content-|fetch-|leave-|local-|save-|stats|unauthorized|use-confirmed-|use-leave|use-load-more|use-now|use-save-)|features\/compress\/uploads\/(batch-|run-|upload-file))/;

const alwaysThere = /\/(rolldown-runtime|preload-helper|vendor|shared|common)-/;

/** Small modules of the affiliate screens, combined into one chunk, because the first load names every chunk. */
const affiliate = /(src\/features\/affiliate|src\/lib\/api-affiliate|contracts\/src\/affiliate)/;

/**
 * Modules shared by lists and dialogs of several screens, combined into one chunk, because the first load names every
 * chunk.
 */
const smallAndLater =
  /src\/(components\/(copy-button|ui\/(dialog-|select|use-return-focus))|i18n\/format-(day|list|moment)|lib\/use-(leave-logged-out|load-more))|lucide-react\/.*icons\/copy/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy },
  preview: { proxy },
  // The decoding worker is built as a module, because it imports the HEIC decoder on demand, which a classic script
  // cannot do.
  worker: { format: 'es' },
  build: {
    // The gateway's Content Security Policy allows fonts and images only from files, so nothing is inlined.
    assetsInlineLimit: 0,
    // Write a manifest, which lists the chunks that each page needs.
    manifest: true,
    // Serves the license texts of bundled packages at /licenses.md, as the licenses require.
    license: { fileName: 'licenses.md' },
    modulePreload: {
      polyfill: false,
      // Omits the imported file itself and chunks of every page, whose names took half a kilobyte of the first load.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !alwaysThere.test(name)),
    },
    rolldownOptions: {
      output: {
        // Combines the modules that every screen needs: many small files compress badly and cost a request each.
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
            { name: 'affiliate', test: affiliate, minShareCount: 2 },
            { name: 'later', test: smallAndLater, minShareCount: 2 },
          ],
        },
      },
    },
    // Keeps `light-dark()` and `:dir()`, because their replacements for older browsers ignore the `dir` attribute.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
