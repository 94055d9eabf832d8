import { accountLimits } from '@gossamer/contracts/accounts';
import type { FieldError } from 'react-hook-form';
import { failureText } from '../i18n/failure-text.ts';
import { i18n } from '../i18n/i18n.ts';
import type account from '../i18n/messages/en/account.json';
import type { FailureReason } from '../lib/api-failure.ts';

type Rule = keyof typeof account.rules;

/**
 * Keys of error messages under `rules` in `account.json`, by form field: the first for a value that is too short, the
 * second for all other errors.
 */
const rules: Partial<Record<string, readonly [tooShort: Rule, other: Rule]>> = {
  firstName: ['firstNameShort', 'firstNameLong'],
  lastName: ['lastNameShort', 'lastNameLong'],
  // The input enforces the maximum length of names, so there is no message for a name that is too long.
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

/** Error codes for optional text fields. The inputs enforce the maximum length. */
const reasons: Partial<Record<string, FailureReason>> = {
  website: 'invalid_website',
  description: 'invalid_description',
  reason: 'invalid_reason',
};

/**
 * Returns the error message for a form field. The error comes from the server or the schema. Requires the namespaces
 * `account` and `errors`.
 */
export function problemText(name: string, { type, message }: FieldError, max = 0): string | undefined {
  if (type === 'server') return message;
  const rule = rules[name]?.[type === 'too_small' ? 0 : 1];
  if (rule) return i18n.t(`account:rules.${rule}`, { ...accountLimits });
  return failureText({ reason: reasons[name] ?? 'invalid_request', details: { max } });
}
