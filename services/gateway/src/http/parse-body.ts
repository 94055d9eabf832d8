import type { ErrorCode, ErrorDetails } from '@gossamer/contracts/errors';
import { locales } from '@gossamer/contracts/locales';
import { AppError } from '@gossamer/service-kit/errors';
import { z } from 'zod';

/** Error code for each field, by field name. */
const codes: Record<string, ErrorCode> = {
  firstName: 'invalid_name',
  lastName: 'invalid_name',
  email: 'invalid_email',
  password: 'invalid_password',
  currentPassword: 'invalid_password',
  newPassword: 'invalid_password',
  preferredLanguage: 'invalid_language',
  languageCode: 'invalid_language',
  token: 'link_not_valid',
  promoCode: 'invalid_promo_code',
  reason: 'invalid_reason',
  name: 'invalid_full_name',
  website: 'invalid_website',
  description: 'invalid_description',
  code: 'invalid_affiliate_code',
  payoutEmail: 'invalid_email',
  label: 'invalid_label',
  url: 'invalid_webhook_url',
  eventTypes: 'invalid_event_types',
};

/** Matches characters that are not allowed in names: control characters, line breaks and direction overrides. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Validates a request body and returns its known fields; unknown fields are removed.
 * @throws AppError with the code of the first invalid field, or `invalid_request` if the body is not an object
 */
export function parseBody<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw fieldFault(schema, String(parsed.error.issues[0]?.path[0] ?? 'body'));
  const misled = Object.entries(parsed.data).find(
    ([field, value]) => /^invalid_(full_)?name$/.test(codes[field] ?? '') && misleading.test(String(value)),
  );
  if (misled) throw fieldFault(schema, misled[0]);
  return parsed.data;
}

function fieldFault(schema: z.ZodObject, field: string): AppError {
  const code = codes[field] ?? 'invalid_request';
  return new AppError(code, { field, details: detailsOf(code, schema.shape[field]) });
}

/** Returns the values to insert into the error message. */
function detailsOf(code: ErrorCode, expected: unknown): ErrorDetails {
  if (code === 'invalid_language') return { allowed: locales.map((locale) => locale.code).join(', ') };
  const text = expected instanceof z.ZodDefault ? expected.unwrap() : expected;
  if (code === 'invalid_email' || !(text instanceof z.ZodString)) return {};
  const { minLength, maxLength } = text;
  return { ...(minLength !== null && { min: minLength }), ...(maxLength !== null && { max: maxLength }) };
}
