import { accountLimits, email as emailSchema } from '@gossamer/contracts/accounts';
import { label as labelSchema } from '@gossamer/contracts/api-keys';

const { minNameChars, maxNameChars, minPasswordChars, maxPasswordChars } = accountLimits;

/** What can be wrong with a field; each has a text in `account.json`. */
export type Rule =
  | 'firstNameShort'
  | 'firstNameLong'
  | 'lastNameShort'
  | 'lastNameLong'
  | 'fullNameShort'
  | 'email'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordMissing'
  | 'passwordsDiffer'
  | 'labelMissing'
  | 'labelWrong'
  | 'webhookUrl';
/** True, or what is wrong. */
export type Verdict = true | Rule;

function inBounds(length: number, bounds: [min: number, max: number], rules: [Rule, Rule]): Verdict {
  if (length < bounds[0]) return rules[0];
  return length > bounds[1] ? rules[1] : true;
}

const nameBounds: [number, number] = [minNameChars, maxNameChars];

/** The rules of spec.md section 5, with the upper bounds of the contracts. */
export const rules = {
  firstName: (name: string) => inBounds(name.trim().length, nameBounds, ['firstNameShort', 'firstNameLong']),
  lastName: (name: string) => inBounds(name.trim().length, nameBounds, ['lastNameShort', 'lastNameLong']),
  email: (address: string): Verdict => emailSchema.safeParse(address).success || 'email',
  password: (password: string) =>
    inBounds(password.length, [minPasswordChars, maxPasswordChars], ['passwordShort', 'passwordLong']),
  /** Held against the one that is stored, so only that there is one. */
  currentPassword: (password: string): Verdict => password !== '' || 'passwordMissing',
  /** What somebody calls a key or a webhook. */
  label: (name: string): Verdict => {
    if (name.trim() === '') return 'labelMissing';
    return labelSchema.safeParse(name).success || 'labelWrong';
  },
  sameAs:
    (name: string) =>
    (confirmed: string, values: Record<string, string>): Verdict =>
      confirmed === values[name] || 'passwordsDiffer',
};
