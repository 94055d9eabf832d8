import type { AssetPaths } from '../assets.ts';

export type Theme = 'light' | 'dark' | 'system';

interface Page {
  title: string;
  description: string;
  /** Path of the page, used to mark the current link in the header. */
  path: '/api/docs' | '/api/docs/errors';
  /** Paths of the stylesheets and scripts that the page loads in addition to the common style. */
  styles?: string[];
  scripts?: string[];
  main: string;
}

const mark =
  '<path d="M24.00 5.76A13 13 0 1 0 29 16A6.4 6.4 0 1 0 16.2 16A6.4 6.4 0 0 0 29 16" fill="none" stroke="currentColor" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"/>';

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
${scripts.map((path) => `<script src="${path}" defer></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="/"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">${mark}</svg>Gossamer</a>
<nav aria-label="API documentation">
${link('/api/docs', 'API reference')}
${link('/api/docs/errors', 'Errors')}
${link('/account', 'Your API keys')}
</nav>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
</body>
</html>
`;
}

/** Escapes text as HTML. Text between backticks is formatted as code. */
export function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}
