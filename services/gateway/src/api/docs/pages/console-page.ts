import { type Frame, layOut, type Theme } from './layout.ts';

const main = `<h1>API console</h1>
<p class="lead">Send requests to every operation from this page. Click Authorize and paste an API key from your <a href="/account">account page</a>; the API is part of Pro. The key is kept only in the memory of this page and is lost when you close it.</p>
<div id="console"><noscript>This page requires JavaScript. The <a href="/api/docs">API reference</a> does not.</noscript></div>`;

/** Returns the page of the API console, on which Swagger UI shows the operations as forms that send requests. */
export const consolePage =
  (frame: Frame) =>
  (theme: Theme): string =>
    layOut(frame, theme, {
      title: 'API console',
      description: 'Send requests to every operation of the Gossamer API.',
      path: '/api/docs/console',
      area: '/api/docs/console',
      styles: [frame.assets.consoleCss],
      scripts: [frame.assets.swaggerUiJs, frame.assets.consoleJs],
      main,
    });
