import { accountLimits, email as emailSchema } from '@gossamer/contracts/accounts';
import { label as labelSchema } from '@gossamer/contracts/api-keys';

const { minNameChars, maxNameChars, minPasswordChars, maxPasswordChars } = accountLimits;

/** Validation rules of fields. Each has an error message in `account.json`. */
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
/** True, or the broken rule. */
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
  /** Must only be present, because the server compares it with the stored password. */
  currentPassword: (password: string): Verdict => password !== '' || 'passwordMissing',
  /** Name of an API key or a webhook. */
  label: (name: string): Verdict => {
    if (name.trim() === '') return 'labelMissing';
    return labelSchema.safeParse(name).success || 'labelWrong';
  },
  sameAs:
    (name: string) =>
    (confirmed: string, values: Record<string, string>): Verdict =>
      confirmed === values[name] || 'passwordsDiffer',
};
