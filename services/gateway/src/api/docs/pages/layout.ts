import type { AssetPaths } from '../assets.ts';
import { icon } from './icons.ts';

const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

interface Page {
  title: string;
  description: string;
  /** Path of the page, used to mark the current link in the header. */
  path: '/api/docs' | '/api/docs/console' | '/api/docs/errors';
  /** Paths of the stylesheets and scripts that the page loads in addition to the common style. */
  styles?: string[];
  scripts?: string[];
  main: string;
}

/** Returns a complete HTML page with the given main content. */
export function layOut(paths: AssetPaths, theme: Theme, page: Page): string {
  const { styles = [], scripts = [] } = page;
  const link = (path: string, text: string) =>
    `<a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${text}</a>`;
  return `<!doctype html>
<html lang="en"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Gossamer</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${paths.font}" as="font" type="font/woff2" crossorigin>
${[...styles, paths.pageCss].map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
${[paths.pageJs, ...scripts].map((path) => `<script src="${path}" defer></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="/" aria-label="Gossamer"><svg viewBox="0 0 146 32" width="123" height="27" aria-hidden="true"><use href="/logo.svg#logo"/></svg></a>
<nav aria-label="Main">
<a href="/compress">Compress</a>
<a href="/pricing">Pricing</a>
</nav>
<nav aria-label="API documentation" class="docs">
${link('/api/docs', 'API reference')}
${link('/api/docs/console', 'Console')}
${link('/api/docs/errors', 'Errors')}
<a href="/account#api-keys">Your API keys</a>
</nav>
<span class="theme">${themes.map((name) => icon(name)).join('')}</span>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
</body>
</html>
`;
}

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
