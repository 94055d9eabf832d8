import { type LocaleCode, locales } from '@gossamer/contracts/locales';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A part of an email: a paragraph or a link. */
export type Part = { words: string } | { href: string; label: string };

/** Renders an email as plain text and as equivalent HTML, which contains no images and no tracking. */
export function layOut(subject: string, parts: Part[], language: LocaleCode): RenderedMail {
  const dir = locales.find(({ code }) => code === language)?.dir ?? 'ltr';
  return {
    subject,
    text: `${[...parts.map(toText), 'Gossamer'].join('\n\n')}\n`,
    html:
      `<!doctype html>\n<html lang="${language}" dir="${dir}">\n<head><meta charset="utf-8">` +
      `<title>${escapeHtml(subject)}</title></head>\n` +
      `<body style="font-family:sans-serif;font-size:16px;line-height:1.5">\n` +
      `${[...parts.map(toHtml), '<p>Gossamer</p>'].join('\n')}\n</body>\n</html>\n`,
  };
}

const toText = (part: Part): string => ('words' in part ? part.words : `${part.label}:\n${part.href}`);

function toHtml(part: Part): string {
  if ('words' in part) return `<p>${escapeHtml(part.words).replaceAll('\n', '<br>\n')}</p>`;
  const href = escapeHtml(part.href);
  return `<p><a href="${href}">${escapeHtml(part.label)}</a></p>\n<p dir="ltr">${href}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
