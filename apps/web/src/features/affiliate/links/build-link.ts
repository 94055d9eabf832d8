import { escapeHtml } from '@gossamer/contracts/escape-html';
import type { LocaleCode } from '@gossamer/contracts/locales';

export const linkForms = ['link', 'html', 'markdown'] as const;
export type LinkForm = (typeof linkForms)[number];

type Wanted = {
  /** Language of the linked page, or undefined for the visitor's language. */
  language: LocaleCode | undefined;
  form: LinkForm;
  /** Link text in HTML and Markdown. */
  text: string;
};

/** Formats a partner's referral link. The HTML link has `rel="sponsored"`, as search engines require for paid links. */
export function buildLink(referralLink: string, { language, form, text }: Wanted): string {
  const url = new URL(referralLink);
  if (language) url.searchParams.set('lang', language);
  const { href } = url;
  if (form === 'link') return href;
  if (form === 'markdown') return `[${text}](${href})`;
  return `<a href="${escapeHtml(href)}" rel="sponsored">${escapeHtml(text)}</a>`;
}
