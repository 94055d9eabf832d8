import { escapeHtml } from '@gossamer/contracts/escape-html';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A part of an email: a paragraph or a link, which is shown as a button. */
export type Part = { words: string } | { href: string; label: string };

/** Texts that are the same in every email to members: a hint next to the URL of a link, and the lines of the footer. */
export type CommonTexts = { linkHint: string; footer: string[] };

/** Renders an email as plain text and as equivalent HTML, which contains no images and no tracking. */
export function layOut(
  subject: string,
  parts: Part[],
  language: LocaleCode,
  common?: CommonTexts,
): RenderedMail {
  return {
    subject,
    text: `${[...parts.map(toText), 'Gossamer', ...(common ? [common.footer.join('\n')] : [])].join('\n\n')}\n`,
    html: toDocument(subject, parts, language, common),
  };
}

const toText = (part: Part): string => ('words' in part ? part.words : `${part.label}:\n${part.href}`);

/**
 * Styles for dark mode (colors from apps/web/src/styles) and for the button on phones. The light colors are inline,
 * because some email clients ignore embedded styles.
 */
const embeddedStyles = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1110 !important; }
  .card { background: #121a18 !important; border-color: #212d2a !important; }
  .ink { color: #e9f0ed !important; }
  .ring { border-color: #e9f0ed !important; }
  .text { color: #a9b7b2 !important; }
  .note { color: #8a9994 !important; }
  .link { color: #4fc9ac !important; }
  .button { background: #4fc9ac !important; color: #06231c !important; }
}
@media (max-width: 480px) {
  .button { display: block !important; text-align: center !important; }
}
`;
const font = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`;
const textStyle = `margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:#475652;word-break:break-word`;
const noteStyle = `${font};font-size:13px;line-height:1.5;color:#5f6e6a`;
const linkStyle = 'color:#08705e;text-decoration:underline;word-break:break-all';
const buttonStyle = `display:inline-block;padding:12px 22px;border-radius:8px;background:#08705e;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none`;

/**
 * The logo's mark, a small ring inside a larger one. It is drawn with borders, because emails contain no images. Outlook
 * for Windows does not draw round borders, so it gets only the name.
 */
const mark = `<!--[if !mso]><!--><td style="padding:0 8px 0 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="ring" align="right" style="width:20px;height:20px;border:2px solid #0c1c19;border-radius:50%;font-size:0;line-height:0"><div class="ring" style="width:8px;height:8px;border:2px solid #0c1c19;border-radius:50%"></div></td></tr></table></td><!--<![endif]-->`;

/** Renders the HTML. It uses tables and inline styles, because many email clients ignore other layouts. */
function toDocument(subject: string, parts: Part[], language: LocaleCode, common?: CommonTexts): string {
  const dir = locales.find(({ code }) => code === language)?.dir ?? 'ltr';
  const title = escapeHtml(subject);
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${embeddedStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(parts))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f8f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 20px"><table role="presentation" dir="ltr" cellpadding="0" cellspacing="0"><tr>${mark}<td class="ink" style="${font};font-size:21px;font-weight:500;letter-spacing:-0.03em;color:#0c1c19">gossamer</td></tr></table></td></tr>
<tr><td class="card" style="padding:32px 28px 16px;border:1px solid #dde4e1;border-radius:12px;background:#ffffff">
<h1 class="ink" style="margin:0 0 20px;${font};font-size:22px;line-height:1.3;font-weight:500;color:#0c1c19">${title}</h1>
${[...parts.map(toHtml), ...parts.flatMap((part) => ('href' in part ? [fallbackOf(part.href, common)] : []))].join('\n')}
</td></tr>
${common ? `<tr><td class="note" style="padding:20px 0 0;${noteStyle}">${common.footer.map(escapeHtml).join('<br>\n')}</td></tr>\n` : ''}</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Returns the text that email clients show next to the subject: the first paragraph after the greeting. */
function previewOf(parts: Part[]): string {
  const [greeting, text = greeting] = parts.flatMap((part) => ('words' in part ? [part.words] : []));
  return text ?? '';
}

function toHtml(part: Part): string {
  if ('words' in part) {
    return `<p class="text" style="${textStyle}">${escapeHtml(part.words).replaceAll('\n', '<br>\n')}</p>`;
  }
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(part.href)}" style="${buttonStyle}">${escapeHtml(part.label)}</a></p>`;
}

/** Renders the URL of a button as text, for email clients that do not show buttons or links. */
function fallbackOf(url: string, common: CommonTexts | undefined): string {
  const href = escapeHtml(url);
  return `<p class="note" style="margin:0 0 20px;${noteStyle}">${common ? `${escapeHtml(common.linkHint)}<br>\n` : ''}<bdi dir="ltr"><a class="link" href="${href}" style="${linkStyle}">${href}</a></bdi></p>`;
}
