import { accountLimits } from '@gossamer/contracts/accounts';
import type { FieldError } from 'react-hook-form';
import { failureText } from '../i18n/failure-text.ts';
import { i18n } from '../i18n/i18n.ts';
import type account from '../i18n/messages/en/account.json';
import type { FailureReason } from '../lib/api-failure.ts';

type Rule = keyof typeof account.rules;

/** Messages under `rules` in `account.json` by field: for a text that is too short, and for all other issues. */
const rules: Partial<Record<string, readonly [tooShort: Rule, other: Rule]>> = {
  firstName: ['firstNameShort', 'firstNameLong'],
  lastName: ['lastNameShort', 'lastNameLong'],
  // The input already limits the maximum length of names.
  name: ['fullNameShort', 'fullNameShort'],
  email: ['email', 'email'],
  payoutEmail: ['email', 'email'],
  password: ['passwordShort', 'passwordLong'],
  newPassword: ['passwordShort', 'passwordLong'],
  currentPassword: ['passwordMissing', 'passwordLong'],
  confirmPassword: ['passwordsDiffer', 'passwordsDiffer'],
  label: ['labelMissing', 'labelWrong'],
  url: ['webhookUrl', 'webhookUrl'],
};

/** Server errors of optional text fields, by field. The inputs of these fields limit the length of the text. */
const reasons: Partial<Record<string, FailureReason>> = {
  website: 'invalid_website',
  description: 'invalid_description',
  reason: 'invalid_reason',
};

/**
 * Returns the message for an error of a field, from the server or the schema. Requires the namespaces `account` and
 * `errors`.
 */
export function problemText(name: string, { type, message }: FieldError, max = 0): string | undefined {
  if (type === 'server') return message;
  const rule = rules[name]?.[type === 'too_small' ? 0 : 1];
  if (rule) return i18n.t(`account:rules.${rule}`, { ...accountLimits });
  return failureText({ reason: reasons[name] ?? 'invalid_request', details: { max } });
}
