import { type Frame, layOut, type Theme } from '../pages/layout.ts';
import type { Site } from './read-site.ts';
import { areaNavigation, pageBar } from './site-page.ts';

/** Returns the page for unknown paths below `/docs`. */
export function notFoundPage(frame: Frame, { areas: [guide] }: Site): (theme: Theme) => string {
  const main = `${pageBar(false)}
${guide ? areaNavigation(guide) : ''}
<article class="article">
<p class="group-name">404</p>
<h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. It may have moved.</p>
<p>Search for it, choose a page from the list, or go to the <a href="/docs">start of the documentation</a>.</p>
</article>`;
  return (theme) =>
    layOut(frame, theme, {
      title: 'Page not found',
      description: 'The documentation has no page at this address.',
      area: '/docs',
      styles: [frame.assets.articleCss],
      main,
    });
}
