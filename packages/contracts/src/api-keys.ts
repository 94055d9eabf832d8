import { z } from 'zod';

/** What a program sends as its key: `gsm_` and 200 random bits in lower-case base 32. */
export const apiKeyToken = z.string().regex(/^gsm_[0-9a-z]{40}$/);

/** Keys that an account can have at a time. */
export const maxApiKeys = 20;

/** What its owner calls a key or a webhook; control characters and those that turn a text's direction are none. */
export const label = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u);

/**
 * What a key may do beyond sending images and reaching those that were sent through the API. `web_uploads`: list, download
 * and delete the images uploaded on the website.
 */
export const apiKeyScopes = ['web_uploads'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
const scopes = z.array(z.enum(apiKeyScopes)).max(apiKeyScopes.length);

/** Days after which a key can expire. */
export const apiKeyLifetimesDays = [30, 90, 365] as const;
export type ApiKeyLifetimeDays = (typeof apiKeyLifetimesDays)[number];

/** `POST /api/keys`: the session's member must be on Pro, with a confirmed email address. */
export const apiKeyRequest = z.object({
  label,
  scopes: scopes.default([]),
  /** Null: the key never expires. */
  expiresInDays: z.literal(apiKeyLifetimesDays).nullable().default(null),
});

/** A key as its owner sees it again: never the token. */
export const apiKey = z.object({
  id: z.string(),
  label: z.string(),
  /** The token's last four characters. */
  hint: z.string(),
  scopes,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null: never. */
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** `GET /api/keys`: newest first. */
export const apiKeyList = z.array(apiKey);

/** 201 of `POST /api/keys`: the only time that the token is shown. */
export const newApiKey = apiKey.extend({ token: apiKeyToken });
export type NewApiKey = z.infer<typeof newApiKey>;
