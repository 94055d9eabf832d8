import { accountLimits } from '@gossamer/contracts/accounts';
import type { FieldError } from 'react-hook-form';
import { failureText } from '../i18n/failure-text.ts';
import { i18n } from '../i18n/i18n.ts';
import type account from '../i18n/messages/en/account.json';
import type { FailureReason } from '../lib/api-failure.ts';

type Rule = keyof typeof account.rules;

/** The messages of fields under `rules` in `account.json`: for a text that is too short, and for all other issues. */
const rules: Partial<Record<string, readonly [tooShort: Rule, other: Rule]>> = {
  firstName: ['firstNameShort', 'firstNameLong'],
  lastName: ['lastNameShort', 'lastNameLong'],
  // The input prevents names that are too long.
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

/** Optional texts, whose inputs limit their length. They have the messages of the server. */
const reasons: Partial<Record<string, FailureReason>> = {
  website: 'invalid_website',
  description: 'invalid_description',
  reason: 'invalid_reason',
};

/** Returns the message for an error of a field, from the server or from its schema. Requires `account` and `errors`. */
export function problemText(name: string, { type, message }: FieldError, max = 0): string | undefined {
  if (type === 'server') return message;
  const rule = rules[name]?.[type === 'too_small' ? 0 : 1];
  if (rule) return i18n.t(`account:rules.${rule}`, { ...accountLimits });
  return failureText({ reason: reasons[name] ?? 'invalid_request', details: { max } });
}
