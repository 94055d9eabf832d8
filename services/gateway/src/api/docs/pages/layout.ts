import type { AssetPaths } from '../assets.ts';
import { icon } from './icons.ts';

const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** What all pages of the documentation share. */
export interface Frame {
  assets: AssetPaths;
  publicUrl: string;
  /** Path of the search index of the guide. If undefined, the guide was not built, and no page links to it. */
  searchIndex?: string | undefined;
}

interface Page {
  title: string;
  description: string;
  /** URL path of the page. If undefined, the page has no fixed address, like the one for unknown paths. */
  path?: string;
  /** Path of the link in the header to mark as current. */
  area: string;
  /** Path of the page as Markdown. */
  markdownPath?: string;
  /** Paths of the stylesheets and scripts that the page loads in addition to those of all pages. */
  styles?: string[];
  scripts?: string[];
  main: string;
}

/** Returns a complete HTML page with the given main content. */
export function layOut(frame: Frame, theme: Theme, page: Page): string {
  return `<!doctype html>
<html lang="en"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
${head(frame, page)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(frame, page)}
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(frame)}
${searchDialog}
</body>
</html>
`;
}

function head({ assets, publicUrl, searchIndex }: Frame, page: Page): string {
  const { title, description, path, markdownPath, styles = [], scripts = [] } = page;
  const { origin } = new URL(publicUrl);
  const index = searchIndex ? ` data-index="${searchIndex}" data-library="${assets.miniSearchJs}"` : '';
  const address = path
    ? `<link rel="canonical" href="${origin}${path}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Gossamer">
<meta property="og:title" content="${toHtml(title)}">
<meta property="og:description" content="${toHtml(description)}">
<meta property="og:url" content="${origin}${path}">
<meta property="og:image" content="${origin}/og.png">
<meta name="twitter:card" content="summary_large_image">`
    : '<meta name="robots" content="noindex">';
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(title)} · Gossamer</title>
<meta name="description" content="${toHtml(description)}">
<meta name="color-scheme" content="light dark">
${address}
${markdownPath ? `<link rel="alternate" type="text/markdown" href="${markdownPath}">\n` : ''}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
${[...styles, assets.pageCss].map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
<script src="${assets.pageJs}" defer></script>
<script src="${assets.searchJs}" data-results="${assets.searchResultsJs}"${index} defer></script>${scripts.map((path) => `\n<script src="${path}" defer></script>`).join('')}`;
}

function header({ searchIndex }: Frame, page: Page): string {
  const link = (path: string, text: string) => {
    const current = path === page.path ? 'page' : path === page.area ? 'true' : undefined;
    return `<a href="${path}"${current ? ` aria-current="${current}"` : ''}>${text}</a>`;
  };
  return `<header class="top">
<a class="home" href="/" aria-label="Gossamer"><svg viewBox="0 0 146 32" width="123" height="27" aria-hidden="true"><use href="/logo.svg#logo"/></svg></a>
<nav aria-label="Main">
<a href="/compress">Compress</a>
<a href="/pricing">Pricing</a>
</nav>
<nav aria-label="Documentation" class="docs">
${searchIndex ? `${link('/docs', 'Guide')}\n${link('/docs/self-hosting', 'Self-hosting')}\n` : ''}${link('/api/docs', 'API reference')}
${link('/api/docs/console', 'Console')}
${link('/api/docs/errors', 'Error codes')}
<a href="/account#api-keys">Your API keys</a>
</nav>
<button type="button" class="find" aria-label="Search" aria-keyshortcuts="/" hidden>${icon('search')}<span aria-hidden="true">Search</span><kbd aria-hidden="true">/</kbd></button>
<span class="theme">${themes.map((name) => icon(name)).join('')}</span>
</header>`;
}

function footer({ searchIndex }: Frame): string {
  const ofGuide = searchIndex ? '<a href="/docs">Guide</a>\n<a href="/llms.txt">llms.txt</a>\n' : '';
  return `<footer class="foot"><nav aria-label="Footer">
${ofGuide}<a href="/api/docs">API reference</a>
<a href="/privacy">Privacy</a>
<a href="/terms">Terms</a>
</nav></footer>`;
}

/** The dialog of the search, which scripts open. */
const searchDialog = `<dialog id="search" aria-label="Search the documentation">
<div class="field">${icon('search')}<input type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"><button type="button" class="clear" aria-label="Clear" hidden>${icon('close')}</button><button type="button" class="close">Close</button></div>
<p class="count" role="status"></p>
<div class="results"></div>
</dialog>`;

/** Escapes text as HTML. Text between backticks is formatted as code, and `[text](/path)` as a link. */
export function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[\w/-]*)\)/g, '<a href="$2">$1</a>');
}
