/** Trusted HTML, which is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | Html[];

/** Template tag that escapes all inserted values except instances of `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, place) => text + shown(parts[place - 1]) + string));
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one) => one.text).join('');
  return escapeText(String(part ?? ''));
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const style = new Html(`
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8884; --soft: #8882; }
body { margin: 0 auto; max-width: 44rem; padding: 1rem; }
.mark { background: #fde68a; color: #422006; border-radius: .5rem; padding: .5rem .75rem; font-weight: 600; }
.notice { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
section { border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: start; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .75rem 0; }
label { display: grid; gap: .2rem; font-size: .85rem; }
input { font: inherit; padding: .5rem; border: 1px solid #888; border-radius: .4rem; max-width: 100%; box-sizing: border-box; }
button { font: inherit; min-height: 2.75rem; padding: 0 1rem; border: 1px solid #888; border-radius: .5rem; background: var(--soft); color: inherit; cursor: pointer; }
button.main { background: #4338ca; border-color: #4338ca; color: #fff; }
:focus-visible { outline: 3px solid #818cf8; outline-offset: 2px; }
`);

/**
 * Returns a complete HTML page. It contains no scripts, because the product's Content Security Policy forbids inline
 * scripts.
 */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<p class="mark">Test mode: no real money</p>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

/** Returns an HTML table that scrolls horizontally if it is too wide. */
export function table(title: string, heads: string[], rows: Html[]): Html {
  return html`<section>
<h2>${title}</h2>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.length > 0 ? rows : html`<tr><td colspan="${heads.length}">None yet</td></tr>`}</tbody>
</table></div>
</section>`;
}

export const row = (cells: (Html | string | number)[]) =>
  html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

/** Formats an amount of money: 900 `usd` → `$9.00`. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
}

/** Formats Unix seconds as a UTC date and time. */
export function moment(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export const date = (seconds: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);
