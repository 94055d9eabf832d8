import { z } from 'zod';

/** An API key as clients send it: `gsm_` and 200 random bits in lower-case base 32. */
export const apiKeyToken = z.string().regex(/^gsm_[0-9a-z]{40}$/);

/** Maximum number of keys per account. */
export const maxApiKeys = 20;

/** The name of a key or webhook. Control characters and characters that change the text direction are not allowed. */
export const label = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u);

/**
 * Optional permissions of an API key. Every key can send images and access images sent through the API. `web_uploads`
 * additionally allows listing, downloading and deleting images uploaded on the website.
 */
export const apiKeyScopes = ['web_uploads'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
const scopes = z.array(z.enum(apiKeyScopes)).max(apiKeyScopes.length);

/** Selectable lifetimes of a key, in days. */
export const apiKeyLifetimesDays = [30, 90, 365] as const;
export type ApiKeyLifetimeDays = (typeof apiKeyLifetimesDays)[number];

/** Request body of `POST /api/keys`, for logged-in Pro members with a confirmed email address. */
export const apiKeyRequest = z.object({
  label,
  scopes: scopes.default([]),
  /** Lifetime of the key in days; null if the key never expires. */
  expiresInDays: z.literal(apiKeyLifetimesDays).nullable().default(null),
});

/** A key as its owner sees it, without the token. */
export const apiKey = z.object({
  id: z.string(),
  label: z.string(),
  /** The last four characters of the token. */
  hint: z.string(),
  scopes,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Expiry time of the key; null if it never expires. */
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Response of `GET /api/keys`: the account's keys, newest first. */
export const apiKeyList = z.array(apiKey);

/** Response of `POST /api/keys` (201), the only response that contains the token. */
export const newApiKey = apiKey.extend({ token: apiKeyToken });
export type NewApiKey = z.infer<typeof newApiKey>;
