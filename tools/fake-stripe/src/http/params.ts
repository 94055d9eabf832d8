import { z } from 'zod';
import { invalid, type StripeError } from '../stripe-error.ts';

/** Schema of a string parameter. All form parameters are strings; nested ones have names such as `a[b][0]`. */
export const text = z.string().max(5_000);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const whole = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
/** Schema of metadata in an update, in which an empty value deletes its key. For new objects, use `newMetadata`. */
export const metadata = z.record(z.string().max(40), z.string().max(500));
export const newMetadata = metadata.transform((given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
);
/** Schema of an empty value, which clears a field. */
export const emptied = z.literal('');
const range = z.union([
  whole,
  z.strictObject({
    gt: whole.optional(),
    gte: whole.optional(),
    lt: whole.optional(),
    lte: whole.optional(),
  }),
]);

export const expand = { expand: z.array(z.string()).optional() };
export const paged = {
  ...expand,
  limit: whole.refine((count) => count >= 1 && count <= 100, 'must be between 1 and 100').optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
export const created = { created: range.optional() };
export const noParams = z.strictObject({ ...expand });

/**
 * Parses the parameters of an API call.
 * @throws StripeError if a parameter is unknown, missing or invalid
 */
export function parseParams<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw faultOf(parsed.error.issues);
}

function faultOf(issues: z.core.$ZodIssue[]): StripeError {
  // Report a nested issue, because the top-level issue of a Zod union does not name the invalid parameter.
  const [issue] = issues.flatMap(innermost);
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = bracketed(path);
  if (issue?.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message)) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return invalid(`Invalid ${param}: ${issue?.message}`, { param });
}

function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const unknown = issue.code === 'invalid_union' ? issue.errors.flat().find(isUnknownKey) : undefined;
  return [unknown ? { ...unknown, path: [...issue.path, ...unknown.path] } : issue];
}

const isUnknownKey = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys';

/** Formats the path of a parameter: `a`, `b`, 0 → `a[b][0]`. */
function bracketed([first = '', ...rest]: PropertyKey[]): string {
  return `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`;
}
