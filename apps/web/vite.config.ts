import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gatewayUrl = process.env.GOSSAMER_GATEWAY_URL ?? 'http://localhost:3000';
const toGateway = { target: gatewayUrl, changeOrigin: false };
const proxy = { '/api': toGateway, '/compressed': toGateway, '/fake-stripe': toGateway };

/** What every screen needs, of others' code and of ours, the queue above the routes included. */
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
/** What only later screens have in common: requests, menus, rows, words of failure. */
const laterIcons = /lucide-react\/.*icons\/(eye|file|trash|circle|chevrons|copy|download)/;
const later =
  /src\/(components\/(copy-|thumbnail|ui\/(anchored-|select|skeleton|thread|use-return))|i18n\/(failure-|format-(day|list|moment))|lib\/(api-|content-|fetch-|leave-|local-|save-|stats|unauthorized|use-confirmed-|use-leave|use-load-more|use-now|use-save-)|features\/compress\/uploads\/(batch-|run-|upload-file))/;

const alwaysThere = /\/(rolldown-runtime|preload-helper|vendor|shared|common)-/;

/** Small files that belong together: the first load names each file that there is. */
const affiliate = /(src\/features\/affiliate|src\/lib\/api-affiliate|contracts\/src\/affiliate)/;

/** What lists and dialogs of several screens share, for the same reason. */
const smallAndLater =
  /src\/(components\/(copy-button|ui\/(select|use-return-focus))|i18n\/format-(day|list|moment)|lib\/use-(leave-logged-out|load-more))|lucide-react\/.*icons\/copy/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy },
  preview: { proxy },
  // The worker that decodes loads its HEIC part when the first such image comes, which a classic script cannot.
  worker: { format: 'es' },
  build: {
    // The gateway's content policy allows fonts and images from files only, so nothing is inlined.
    assetsInlineLimit: 0,
    // Tells which chunks a page needs.
    manifest: true,
    // What the licences of bundled packages ask for: their texts come along, at /licences.md.
    license: { fileName: 'licences.md' },
    modulePreload: {
      polyfill: false,
      // Neither what is imported nor what every page has: lists of their names were half a kilobyte of the first load.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !alwaysThere.test(name)),
    },
    rolldownOptions: {
      output: {
        // What every screen needs lies together: many small files compress badly and cost a request each.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'vendor',
              test: (id) => vendor.test(id) && !laterIcons.test(id),
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
    // `light-dark()` and `:dir()` as they are: the replacements for older browsers know no `dir` attribute.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
