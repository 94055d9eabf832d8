import type { AssetPaths } from '../assets.ts';
import { layOut, type Theme } from './layout.ts';

const main = `<h1>API reference</h1>
<p class="lead">Try every operation on this page. Click Authorize and paste an API key from your <a href="/account">account page</a>; the API is part of Pro. The key is kept only in the memory of this page and is lost when you close it.</p>
<p>Download the specification: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<div id="reference"><noscript>This page requires JavaScript. The file above contains the same information.</noscript></div>`;

/** Returns the page of the interactive API reference: the OpenAPI document rendered by Swagger UI. */
export const docsPage =
  (paths: AssetPaths) =>
  (theme: Theme): string =>
    layOut(paths, theme, {
      title: 'API reference',
      description: 'Every operation of the Gossamer API, with examples that you can run.',
      path: '/api/docs',
      styles: [paths.referenceCss],
      scripts: [paths.swaggerUiJs, paths.referenceJs],
      main,
    });
