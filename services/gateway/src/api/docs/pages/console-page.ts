import type { AssetPaths } from '../assets.ts';
import { layOut, type Theme } from './layout.ts';

const main = `<h1>API console</h1>
<p class="lead">Send requests to every operation from this page. Click Authorize and paste an API key from your <a href="/account">account page</a>; the API is part of Pro. The key is kept only in the memory of this page and is lost when you close it.</p>
<div id="console"><noscript>This page requires JavaScript. The <a href="/api/docs">API reference</a> does not.</noscript></div>`;

/** Returns the page of the API console, on which Swagger UI shows the operations as forms that send requests. */
export const consolePage =
  (paths: AssetPaths) =>
  (theme: Theme): string =>
    layOut(paths, theme, {
      title: 'API console',
      description: 'Send requests to every operation of the Gossamer API.',
      path: '/api/docs/console',
      styles: [paths.consoleCss],
      scripts: [paths.swaggerUiJs, paths.consoleJs],
      main,
    });
