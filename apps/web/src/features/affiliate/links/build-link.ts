import type { LocaleCode } from '@gossamer/contracts/locales';
import { escapeHtml } from '../../../lib/escape-html.ts';

export const linkForms = ['link', 'html', 'markdown'] as const;
export type LinkForm = (typeof linkForms)[number];

type Wanted = {
  /** Undefined: each visitor gets the page in their own. */
  language: LocaleCode | undefined;
  form: LinkForm;
  /** What the link reads. */
  text: string;
};

/** A partner's link as it is pasted somewhere. In HTML it says what search engines ask of links that are paid for. */
export function buildLink(referralLink: string, { language, form, text }: Wanted): string {
  const url = new URL(referralLink);
  if (language) url.searchParams.set('lang', language);
  const { href } = url;
  if (form === 'link') return href;
  if (form === 'markdown') return `[${text}](${href})`;
  return `<a href="${escapeHtml(href)}" rel="sponsored">${escapeHtml(text)}</a>`;
}
