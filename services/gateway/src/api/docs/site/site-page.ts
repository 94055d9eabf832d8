import { icon } from '../pages/icons.ts';
import { type Frame, layOut, type Theme, toHtml } from '../pages/layout.ts';
import type { Site, SiteArea, SitePage } from './read-site.ts';
import { referenceGroup, referencePages } from './reference-pages.ts';

/** Paths of the start pages of the areas, to which the header links. */
export const areaPaths: Record<SiteArea['name'], string> = {
  guide: '/docs',
  'self-hosting': '/docs/self-hosting',
};

/** Returns a page of the site: the pages of its area, its text, and its contents. */
export function sitePage(frame: Frame, site: Site, page: SitePage): (theme: Theme) => string {
  const { title, description, path, group, area, headings, html } = page;
  const hasContents = headings.length > 1;
  const main = `${pageBar(hasContents)}
${areaNavigation(area, path)}
${hasContents ? pageContents(headings) : ''}
<article class="article">
<p class="group-name">${toHtml(group)}</p>
<h1>${toHtml(title)}</h1>
<p class="lead">${toHtml(description)}</p>
<p class="page-actions"><a href="${path}.md">View as Markdown</a></p>
${html}
${neighbors(site, page)}
</article>`;
  return (theme) =>
    layOut(frame, theme, {
      title,
      description,
      path,
      area: areaPaths[area.name],
      markdownPath: `${path}.md`,
      styles: [frame.assets.articleCss],
      main,
    });
}

/** Bar with buttons for the pages and the contents of the page, on screens without room for them. */
export const pageBar = (hasContents: boolean): string =>
  `<div class="contents-bar of-article${hasContents ? ' with-toc' : ''}"><button type="button" class="pages" popovertarget="contents">${icon('menu')}<span>Pages</span></button>${
    hasContents
      ? `<button type="button" popovertarget="toc">${icon('list')}<span>On this page<span class="current"></span></span></button>`
      : ''
  }</div>`;

const popoverHead = (title: string, id: string) =>
  `<div class="contents-head"><span>${title}</span><button type="button" class="close" popovertarget="${id}" popovertargetaction="hide">Close</button></div>`;

/** Renders the navigation of an area. The page at `current` is marked. */
export function areaNavigation({ title, groups }: SiteArea, current?: string): string {
  const item = (path: string, text: string) =>
    `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${toHtml(text)}</a></li>`;
  const list = (group: SiteArea['groups'][number]) => {
    const items = group.pages.map((page) => item(`/docs/${page.name}`, page.title));
    if (group.title === referenceGroup)
      items.unshift(...referencePages.map((page) => item(page.path, page.title)));
    return `<p class="group">${toHtml(group.title)}</p>\n<ul>${items.join('')}</ul>`;
  };
  return `<nav id="contents" popover aria-label="${title}">
${popoverHead(title, 'contents')}
<div class="sections">
${groups.map(list).join('\n')}
</div>
</nav>`;
}

const pageContents = (headings: SitePage['headings']) => `<nav id="toc" popover aria-label="On this page">
${popoverHead('On this page', 'toc')}
<div class="sections">
<p class="group">On this page</p>
<ul>${headings.map(({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${toHtml(text)}</a></li>`).join('')}</ul>
</div>
</nav>`;

/** Renders links to the previous and the next page of the area. */
function neighbors({ pages }: Site, page: SitePage): string {
  const ofArea = pages.filter(({ area }) => area === page.area);
  const index = ofArea.indexOf(page);
  const link = (kind: 'previous' | 'next', label: string, neighbor: SitePage | undefined) =>
    neighbor
      ? `<a class="${kind}" rel="${kind === 'next' ? 'next' : 'prev'}" href="${neighbor.path}"><span>${label}</span><strong>${toHtml(neighbor.title)}</strong></a>`
      : '';
  const links = link('previous', 'Previous', ofArea[index - 1]) + link('next', 'Next', ofArea[index + 1]);
  return links ? `<nav class="turn" aria-label="Previous and next page">${links}</nav>` : '';
}
