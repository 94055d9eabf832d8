import { mailLinkMs } from '@gossamer/contracts/accounts';
import type { LocaleCode } from '@gossamer/contracts/locales';
import { deliveryRetentionMs } from '@gossamer/contracts/webhooks';
import { fillIn } from '@gossamer/service-kit/texts';
import type {
  CreatedKeyDetails,
  DisabledWebhookDetails,
  MailRow,
  PayoutDetails,
  RefundDetails,
} from '../db/schema.ts';
import { formatAmount, formatDate, formatTime, isolated } from './format.ts';
import { layOut, type Part, type RenderedMail } from './lay-out.ts';
import { type MailMessages, readMessages } from './messages.ts';
import { renderRefundRequest } from './render-refund-request.ts';

/** Renders an email in the recipient's language. Emails to support are in English. */
export async function renderMail(
  mail: Pick<MailRow, 'kind' | 'firstName' | 'language' | 'createdAt'> & Partial<Pick<MailRow, 'details'>>,
  link: string | undefined,
  supportEmail: string,
): Promise<RenderedMail> {
  const { kind, details = null, createdAt } = mail;
  if (kind === 'refundRequest') return renderRefundRequest(ofRefund(details, kind));
  const { language, messages } = await readMessages(mail.language);
  const own = ownParts(messages, { kind, details, createdAt, link, language });
  const parts = [{ words: greeting(messages, mail.firstName) }, ...own];
  const help = fillIn(messages.help, { address: isolated(supportEmail, language) });
  return layOut(messages[kind].subject, parts, language, {
    linkHint: messages.linkHint,
    footer: [messages.footer, help],
  });
}

interface Facts {
  kind: Exclude<MailRow['kind'], 'refundRequest'>;
  details: MailRow['details'];
  createdAt: Date;
  link: string | undefined;
  language: LocaleCode;
}

function ownParts(messages: MailMessages, facts: Facts): Part[] {
  const { kind, details, link, language } = facts;
  switch (kind) {
    case 'refundRequested':
      return refundRequestedParts(messages, ofRefund(details, kind), language);
    case 'payoutEmailChanged':
      return payoutEmailChangedParts(messages, ofPayout(details, kind), link, language);
    case 'webhookDisabled':
      return webhookDisabledParts(messages, ofWebhook(details, kind), link, language);
    case 'apiKeyCreated':
      return apiKeyCreatedParts(messages, ofKey(details, kind), link, language);
    case 'passwordChanged':
      return passwordChangedParts(messages, facts);
    default:
      return partsOf(messages, kind, link);
  }
}

function ofRefund(details: MailRow['details'], kind: MailRow['kind']): RefundDetails {
  if (details === null || !('invoiceId' in details)) throw new Error(`mail ${kind} has no details`);
  return details;
}

function ofPayout(details: MailRow['details'], kind: MailRow['kind']): PayoutDetails {
  if (details === null || !('payoutEmail' in details)) throw new Error(`mail ${kind} has no details`);
  return details;
}

function ofWebhook(details: MailRow['details'], kind: MailRow['kind']): DisabledWebhookDetails {
  if (details === null || !('webhookLabel' in details)) throw new Error(`mail ${kind} has no details`);
  return details;
}

function ofKey(details: MailRow['details'], kind: MailRow['kind']): CreatedKeyDetails {
  if (details === null || !('keyLabel' in details)) throw new Error(`mail ${kind} has no details`);
  return details;
}

function wantedLink(link: string | undefined, kind: MailRow['kind']): string {
  if (link === undefined) throw new Error(`mail ${kind} has no link`);
  return link;
}

function refundRequestedParts(
  { refundRequested: { text, answer } }: MailMessages,
  details: RefundDetails,
  language: LocaleCode,
): Part[] {
  const values = { amount: formatAmount(details, language), date: formatDate(details.paidAt, language) };
  return [{ words: fillIn(text, values) }, { words: answer }];
}

function passwordChangedParts(
  { passwordChanged: { text, revoked, unexpected, action } }: MailMessages,
  { details, createdAt, link, language }: Facts,
): Part[] {
  const areKeysRevoked = details !== null && 'areKeysRevoked' in details;
  // The email was queued by the transaction that changed the password, so both have the same time.
  const time = formatTime(createdAt.toISOString(), language);
  return [
    { words: fillIn(text, { time }) },
    ...(areKeysRevoked ? [{ words: revoked }] : []),
    { words: unexpected },
    { href: wantedLink(link, 'passwordChanged'), label: action },
  ];
}

function payoutEmailChangedParts(
  { payoutEmailChanged: { text, unexpected, action, support } }: MailMessages,
  { payoutEmail }: PayoutDetails,
  link: string | undefined,
  language: LocaleCode,
): Part[] {
  return [
    { words: fillIn(text, { address: isolated(payoutEmail, language) }) },
    { words: unexpected },
    { href: wantedLink(link, 'payoutEmailChanged'), label: action },
    { words: support },
  ];
}

function apiKeyCreatedParts(
  { apiKeyCreated: { text, unexpected, action } }: MailMessages,
  { keyLabel, keyCreatedAt }: CreatedKeyDetails,
  link: string | undefined,
  language: LocaleCode,
): Part[] {
  const values = { label: isolated(keyLabel, language), time: formatTime(keyCreatedAt, language) };
  return [
    { words: fillIn(text, values) },
    { words: unexpected },
    { href: wantedLink(link, 'apiKeyCreated'), label: action },
  ];
}

function webhookDisabledParts(
  { webhookDisabled: { gone, failing, kept, action } }: MailMessages,
  { webhookLabel, webhookUrl, disabledReason }: DisabledWebhookDetails,
  link: string | undefined,
  language: LocaleCode,
): Part[] {
  const label = isolated(webhookLabel, language);
  return [
    { words: fillIn(disabledReason === 'gone' ? gone : failing, { label }) },
    // Do not translate the abbreviation "URL", which is the same in all languages.
    ...(webhookUrl === undefined ? [] : [{ words: `URL: ${isolated(webhookUrl, language)}` }]),
    { words: fillIn(kept, { days: deliveryRetentionMs / (24 * 3_600_000) }) },
    { href: wantedLink(link, 'webhookDisabled'), label: action },
  ];
}

function partsOf(
  messages: MailMessages,
  kind: 'verify' | 'reset' | 'emailChanged' | 'accountDeleted',
  link: string | undefined,
): Part[] {
  if (kind === 'accountDeleted') return [{ words: messages.accountDeleted.text }];
  if (kind === 'emailChanged')
    return [{ words: messages.emailChanged.text }, { words: messages.emailChanged.unexpected }];
  const href = wantedLink(link, kind);
  const { text, action, validity, unexpected } = messages[kind];
  return [
    { words: text },
    { href, label: action },
    { words: fillIn(validity, { hours: mailLinkMs.verify / 3_600_000, minutes: mailLinkMs.reset / 60_000 }) },
    { words: unexpected },
  ];
}

/**
 * Returns a greeting with the first name. A name that looks like a URL is omitted: anyone can sign up with another
 * person's address and any name, so the emails could otherwise be misused for advertising.
 */
function greeting(messages: MailMessages, firstName: string): string {
  const name = firstName.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (name === '' || /[/:@<>]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u.test(name)) return messages.greetingWithoutName;
  return fillIn(messages.greeting, { name });
}
