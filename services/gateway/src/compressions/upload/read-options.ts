import {
  type CompressionOptions,
  type compressionOptions,
  contradictionIn,
} from '@gossamer/contracts/api-options';
import { optionFromText } from '@gossamer/contracts/option-texts';
import type { FieldFault } from '@gossamer/contracts/setting-faults';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';

/** Schema that contains at least all compression options. */
type OptionsSchema = z.ZodObject<typeof compressionOptions.shape>;

/** The errors for invalid values, by field name. */
export type FieldFaults<Name extends string = string> = Readonly<Record<Name, FieldFault>>;

/**
 * Validates options given as JSON, or converted by `fromTexts`.
 * @param place prefix of field names in errors, for example `[3].`
 * @throws AppError that identifies the first invalid field
 */
export function readBy<S extends OptionsSchema>(
  schema: S,
  faults: FieldFaults,
  given: unknown,
  place = '',
): z.output<S> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new AppError('invalid_request', { field: place ? place.slice(0, -1) : 'body' });
  }
  const names = Object.keys(schema.shape);
  for (const name of Object.keys(given)) assertKnown(name, names, place);
  const parsed = schema.safeParse(given);
  const bad = parsed.success
    ? contradictionIn(parsed.data as CompressionOptions)
    : String(parsed.error.issues[0]?.path[0]);
  if (!parsed.success || bad !== undefined) throw toFault(faults, bad ?? 'body', place);
  return parsed.data;
}

/**
 * Converts the text fields of a form or query string to typed values. Empty strings are treated as absent.
 * @throws AppError on unknown or repeated fields
 */
export function fromTexts(
  texts: Iterable<[string, unknown]>,
  names: readonly string[],
  faults: FieldFaults,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of texts) {
    assertKnown(name, names);
    if (typeof text !== 'string' || Object.hasOwn(values, name)) throw toFault(faults, name);
    if (text.trim() !== '') values[name] = optionFromText(name, text.trim());
  }
  return values;
}

/** Rejects a field whose name is not among the allowed names. @throws AppError `unknown_field` */
export function assertKnown(name: string, names: readonly string[], place = ''): void {
  if (names.includes(name)) return;
  const shown = name.slice(0, 64);
  throw new AppError('unknown_field', {
    field: `${place}${shown}`,
    details: { name: shown, allowed: names.join(', ') },
  });
}

/** Returns the error for an invalid value of a field. */
export function toFault(faults: FieldFaults, name: string, place = ''): AppError {
  const { code, details = {} } = faults[name] ?? { code: 'invalid_request' };
  return new AppError(code, { field: `${place}${name}`, details });
}
