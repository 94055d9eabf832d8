import { type Frame, layOut, type Theme, toHtml } from '../pages/layout.ts';
import { sampleBlock } from '../reference/code-block.ts';
import { codeSamples } from '../reference/code-samples.ts';
import type { Site, SiteArea } from './read-site.ts';
import { referenceGroup, referencePages } from './reference-pages.ts';

/** Returns the start page of the documentation: a first request, and all pages. */
export function homePage(frame: Frame, site: Site): (theme: Theme) => string {
  const samples = codeSamples(new URL(frame.publicUrl).origin).createCompression ?? {};
  const [guide, ...others] = site.areas;
  const main = `<div class="home-page">
<section class="hero">
<div>
<h1>Documentation</h1>
<p class="lead">Compress images from your own code, from the command line and in your builds. Results are as small as possible and still look the same.</p>
<p class="actions"><a class="button" href="/docs/quick-start">Quick start</a><a class="button plain" href="/api/docs">API reference</a></p>
</div>
${sampleBlock('start', samples)}
</section>
${guide ? guide.groups.map(section).join('\n') : ''}
${others.map(otherArea).join('\n')}
<p class="small-print">For language models: <a href="/llms.txt">llms.txt</a>${site.llmsFullText ? ' and <a href="/llms-full.txt">llms-full.txt</a>' : ''}. Every page is also Markdown: add <code>.md</code> to its address.</p>
</div>`;
  return (theme) =>
    layOut(frame, theme, {
      title: 'Documentation',
      description: 'Guides for the Gossamer API, its client, its command line, and for running it yourself.',
      path: '/docs',
      area: '/docs',
      markdownPath: '/docs.md',
      styles: [frame.assets.articleCss],
      main,
    });
}

const card = (path: string, title: string, text: string) =>
  `<li><a href="${path}"><strong>${toHtml(title)}</strong><span>${toHtml(text)}</span></a></li>`;

/** Renders a group of pages as cards. The group of the reference also contains the pages made from the API's document. */
const section = ({ title, pages }: SiteArea['groups'][number]) => `<section>
<h2>${toHtml(title)}</h2>
<ul class="cards">
${[
  ...(title === referenceGroup ? referencePages : []),
  ...pages.map(({ name, ...page }) => ({ ...page, path: `/docs/${name}` })),
]
  .map(({ path, title, description }) => card(path, title, description))
  .join('\n')}
</ul>
</section>`;

/** Renders links to the pages of an area for other readers, such as operators. */
const otherArea = ({ title, groups }: SiteArea) => `<section>
<div><h2>${toHtml(title)}</h2><p>For those who run a Gossamer of their own.</p></div>
<ul class="links">
${groups.flatMap(({ pages }) => pages.map((page) => `<li><a href="/docs/${page.name}">${toHtml(page.title)}</a></li>`)).join('\n')}
</ul>
</section>`;
