import { mailLinkMs } from '@gossamer/contracts/accounts';
import { locales } from '@gossamer/contracts/locales';
import type { MailRow } from '../db/schema.ts';
import { type MailMessages, readMessages } from './messages.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph of words, or the link. */
type Part = { words: string } | { href: string; label: string };

/** A mail in its reader's language, as plain text and as HTML that says the same: no pictures, nothing that reports back. */
export async function renderMail(
  mail: Pick<MailRow, 'kind' | 'firstName' | 'language'>,
  link: string | undefined,
): Promise<RenderedMail> {
  const { language, messages } = await readMessages(mail.language);
  const parts = [{ words: greeting(messages, mail.firstName) }, ...partsOf(messages, mail.kind, link)];
  const dir = locales.find(({ code }) => code === language)?.dir ?? 'ltr';
  const { subject } = messages[mail.kind];
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

function partsOf(messages: MailMessages, kind: MailRow['kind'], link: string | undefined): Part[] {
  if (kind === 'accountDeleted') return [{ words: messages.accountDeleted.text }];
  if (link === undefined) throw new Error(`a mail ${kind} needs a link`);
  if (kind === 'passwordChanged') {
    const { text, unexpected, action } = messages.passwordChanged;
    return [{ words: text }, { words: unexpected }, { href: link, label: action }];
  }
  const { text, action, validity, unexpected } = messages[kind];
  return [
    { words: text },
    { href: link, label: action },
    { words: fill(validity, { hours: mailLinkMs.verify / 3_600_000, minutes: mailLinkMs.reset / 60_000 }) },
    { words: unexpected },
  ];
}

/**
 * Anybody can sign up with somebody else's address and a name of their choice: what looks like an address of the web is
 * no name, or we would mail a stranger's advertising.
 */
function greeting(messages: MailMessages, firstName: string): string {
  const name = firstName.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (name === '' || /[/:@<>]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u.test(name)) return messages.greetingWithoutName;
  return fill(messages.greeting, { name });
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

const toText = (part: Part): string => ('words' in part ? part.words : `${part.label}:\n${part.href}`);

function toHtml(part: Part): string {
  if ('words' in part) return `<p>${escapeHtml(part.words)}</p>`;
  const href = escapeHtml(part.href);
  return `<p><a href="${href}">${escapeHtml(part.label)}</a></p>\n<p dir="ltr">${href}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
