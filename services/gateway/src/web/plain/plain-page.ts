import { escapeHtml } from '@gossamer/contracts/escape-html';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';

/** Content of a page for browsers without JavaScript. */
export interface PlainPage {
  language: LocaleCode;
  /** Attribute of the root element for the theme, or an empty string. */
  theme: string;
  title: string;
  paragraphs: readonly string[];
  links: readonly { href: string; label: string; isDownload?: boolean }[];
  /** Seconds after which the browser loads the page again. */
  refreshSeconds?: number;
}

const styles = `
:root { color-scheme: light dark; }
[data-theme=light] { color-scheme: light; }
[data-theme=dark] { color-scheme: dark; }
body { margin: 0; background: light-dark(#f6f8f7, #0b1110); color: light-dark(#475652, #a9b7b2);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 35rem; margin: 0 auto; padding: 2rem 1rem; }
img { height: 1.5rem; }
section { margin-top: 1.5rem; padding: 2rem 1.75rem; border: 1px solid light-dark(#dde4e1, #212d2a);
  border-radius: 12px; background: light-dark(#fff, #121a18); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; color: light-dark(#0c1c19, #e9f0ed); }
p { margin: 0 0 1rem; }
a { color: light-dark(#08705e, #4fc9ac); }
a.button { display: inline-block; padding: .7rem 1.4rem; border-radius: 8px; background: light-dark(#08705e, #4fc9ac);
  color: light-dark(#fff, #06231c); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid light-dark(#08705e, #4fc9ac); outline-offset: 2px; }
`;

/** Renders a page without scripts. The first link is shown as a button. */
export function renderPlainPage({
  language,
  theme,
  title,
  paragraphs,
  links,
  refreshSeconds,
}: PlainPage): string {
  const dir = locales.find(({ code }) => code === language)?.dir ?? 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${dir}"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${escapeHtml(title)} · Gossamer</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${styles}</style>
</head>
<body>
<main>
<a href="/"><img src="/favicon.svg" alt="Gossamer"></a>
<section>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p><bdi>${escapeHtml(text)}</bdi></p>`).join('\n')}
${links.map(toLink).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function toLink({ href, label, isDownload }: PlainPage['links'][number], index: number): string {
  const attributes = `${index === 0 ? ' class="button"' : ''}${isDownload ? ' download' : ''}`;
  return `<p><a href="${escapeHtml(href)}"${attributes}>${escapeHtml(label)}</a></p>`;
}
