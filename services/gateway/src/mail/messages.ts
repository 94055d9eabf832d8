import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocaleCode } from '@gossamer/contracts/locales';
import { hasCode } from '@gossamer/service-kit/errors';
import { z } from 'zod';

const text = z.string().min(1);
const line = text.regex(/^[^\r\n]+$/);
const withLink = z.strictObject({ subject: line, text, action: line, validity: text, unexpected: text });

/**
 * Schema of the email texts in one language. Placeholders: `{{name}}`, `{{hours}}`, `{{minutes}}`, `{{amount}}`,
 * `{{date}}`, `{{address}}`, `{{label}}`, `{{days}}`, `{{time}}`.
 */
export const mailMessages = z.strictObject({
  greeting: line.includes('{{name}}'),
  greetingWithoutName: line,
  linkHint: line,
  footer: line,
  help: line.includes('{{address}}'),
  verify: withLink.extend({ validity: text.includes('{{hours}}') }),
  reset: withLink.extend({ validity: text.includes('{{minutes}}') }),
  passwordChanged: withLink
    .omit({ validity: true })
    .extend({ text: text.includes('{{time}}'), revoked: text }),
  emailChanged: z.strictObject({ subject: line, text, unexpected: text }),
  accountDeleted: z.strictObject({ subject: line, text }),
  refundRequested: z.strictObject({
    subject: line,
    text: text.includes('{{amount}}').includes('{{date}}'),
    answer: text,
  }),
  payoutEmailChanged: withLink
    .omit({ validity: true })
    .extend({ text: text.includes('{{address}}'), support: text }),
  apiKeyCreated: withLink
    .omit({ validity: true })
    .extend({ text: text.includes('{{label}}').includes('{{time}}') }),
  webhookDisabled: z.strictObject({
    subject: line,
    gone: text.includes('{{label}}'),
    failing: text.includes('{{label}}'),
    /** `{{days}}` is the number of days specified by the webhook contract. */
    kept: text.includes('{{days}}'),
    action: line,
  }),
});
export type MailMessages = z.infer<typeof mailMessages>;

export const messagesFile = (language: LocaleCode): string =>
  join(import.meta.dirname, 'messages', `${language}.json`);

/** Returns the email texts in a language. Falls back to English, because the email must be sent. */
export async function readMessages(
  language: LocaleCode,
): Promise<{ language: LocaleCode; messages: MailMessages }> {
  try {
    const json: unknown = JSON.parse(await readFile(messagesFile(language), 'utf8'));
    return { language, messages: mailMessages.parse(json) };
  } catch (error) {
    if (language !== 'en' && hasCode(error, 'ENOENT')) return readMessages('en');
    throw error;
  }
}
