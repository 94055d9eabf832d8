import { escapeHtml } from '@gossamer/contracts/escape-html';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { alternateLinks, canonicalUrl } from '@gossamer/contracts/page-links';
import { pageSessionId } from '@gossamer/contracts/session';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app/app.tsx';
import { isPrivate, type Page, pages } from '../app/pages.ts';
import { paths } from '../app/paths.ts';
import { recipeTexts } from '../features/recipes/recipe-texts.ts';
import { i18n, startI18n } from '../i18n/i18n.ts';

export { isPrivate, locales, pages };

/** Placeholders in prerendered pages. The server replaces them in each response. */
export const placeholders = {
  origin: '%ORIGIN%',
  session: '%SESSION%',
  theme: ' data-theme="%THEME%"',
  ads: ' data-ads="%ADS%"',
  claims: ' data-claims="%CLAIMS%"',
};

/** Initializes the translations. Must be called once before the first page is rendered. */
export const start = () => startI18n();

export type RenderedPage = {
  htmlAttributes: string;
  head: string;
  body: string;
  /** Content below the page in browsers without JavaScript. */
  withoutScripts: string;
};

/** Renders the page-specific parts of the HTML in one language and for one query string. */
export async function renderPage(page: Page, language: LocaleCode, search = ''): Promise<RenderedPage> {
  await i18n.changeLanguage(language);
  await i18n.loadNamespaces(['descriptions', 'plain', ...page.namespaces]);
  const dir = locales.find(({ code }) => code === language)?.dir ?? 'ltr';
  return {
    htmlAttributes: `lang="${language}" dir="${dir}"${placeholders.theme}${placeholders.ads}${placeholders.claims}`,
    head: headOf(page, language),
    body: await renderBody(`${page.path ?? '/404'}${search}`, page.name),
    withoutScripts: worksWithoutScripts(page) ? '' : linkToForm(),
  };
}

/** Returns the texts of the pages that the gateway renders for browsers without JavaScript. */
export async function plainTexts(language: LocaleCode): Promise<unknown> {
  await i18n.changeLanguage(language);
  await i18n.loadNamespaces(['plain', 'errors']);
  const { page } = i18n.getResourceBundle(language, 'plain');
  const { units } = i18n.getResourceBundle(language, 'common');
  return { page, errors: i18n.getResourceBundle(language, 'errors'), units };
}

/** Renders repeatedly until all lazy components are loaded. The first pass only starts loading them. */
async function renderBody(location: string, name: string): Promise<string> {
  const render = () =>
    renderToString(
      <StrictMode>
        <StaticRouter location={location}>
          <App />
        </StaticRouter>
      </StrictMode>,
    );
  for (let attempt = 0; attempt < 20; attempt++) {
    const html = render();
    if (!html.includes('<!--$!-->')) return html;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The page ${name} did not finish rendering`);
}

const worksWithoutScripts = ({ name, recipe }: Page) =>
  recipe !== undefined || ['compress', 'privacy', 'terms', 'notFound'].includes(name);

function linkToForm(): string {
  const link = tag('a', { href: paths.compress, class: 'link' }, i18n.t('plain:elsewhere'));
  return tag('p', { class: 'page py-6' }, link, false);
}

function headOf(page: Page, language: LocaleCode): string {
  const { origin } = placeholders;
  const texts = textsOf(page);
  const title = i18n.t('common:documentTitle', { title: texts.title });
  const { description } = texts;
  const lines = [
    tag('title', {}, title),
    tag('meta', { name: 'description', content: description }),
    tag('script', { type: 'application/json', id: pageSessionId }, placeholders.session, false),
  ];
  if (page.path === undefined || isPrivate(page))
    return [...lines, tag('meta', { name: 'robots', content: 'noindex' })].join('\n');
  const url = canonicalUrl(origin, page.path, language);
  return [
    ...lines,
    tag('link', { rel: 'canonical', href: url }),
    ...alternateLinks(origin, page.path).map((link) => tag('link', { rel: 'alternate', ...link })),
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': i18n.t('common:productName'),
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:locale': language,
      'og:image': `${origin}/og.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': i18n.t('common:pages.home.title'),
    }).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ].join('\n');
}

function textsOf(page: Page): { title: string; description: string } {
  if (page.recipe) return recipeTexts(page.recipe);
  return {
    title: i18n.t(`common:pages.${page.name}.title`),
    description: i18n.t(`descriptions:${page.name}`),
  };
}

function tag(name: string, attributes: Record<string, string>, content?: string, isEscaped = true): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const open = `<${name}${pairs.join('')}>`;
  return content === undefined ? open : `${open}${isEscaped ? escapeHtml(content) : content}</${name}>`;
}
