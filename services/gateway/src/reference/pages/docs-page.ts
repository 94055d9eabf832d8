import type { AssetPaths } from '../assets.ts';
import { layOut, type Theme } from './layout.ts';

const main = `<h1>API reference</h1>
<p class="lead">Try every operation from this page. Choose Authorize and paste a key from your <a href="/account">account page</a>; the API is part of Pro. The key stays in the memory of this page and is gone when you close it.</p>
<p>The same as a file: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<div id="reference"><noscript>This page needs JavaScript. The file above says the same.</noscript></div>`;

/** The browsable reference: the document, drawn and made to run by Swagger UI. */
export const docsPage =
  (paths: AssetPaths) =>
  (theme: Theme): string =>
    layOut(paths, theme, {
      title: 'API reference',
      description: 'Every operation of the Gossamer API, with examples that run.',
      path: '/api/docs',
      styles: [paths.referenceCss],
      scripts: [paths.swaggerUiJs, paths.referenceJs],
      main,
    });
