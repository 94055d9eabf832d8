import { z } from 'zod';

/** Schemas of PayPal's responses. They contain only the fields that the client reads. */

export const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().positive(),
});

export const createdAnswer = z.object({ batch_header: z.object({ payout_batch_id: z.string().min(1) }) });

const item = z.object({
  payout_item_id: z.string().min(1),
  /** Status of the payout item; absent until PayPal has processed the item. */
  transaction_status: z.string().default('PENDING'),
  payout_item: z.object({ sender_item_id: z.string() }),
  /** Errors for the payout item. They are only displayed, so an unexpected format is ignored. */
  errors: z.object({ name: z.string().nullish(), message: z.string().nullish() }).nullish().catch(null),
});
export type ItemAnswer = z.infer<typeof item>;

export const batchAnswer = z.object({
  batch_header: z.object({ batch_status: z.string() }),
  total_pages: z.int().min(0).optional(),
  items: z.array(item).default([]),
});

const links = z.array(z.object({ href: z.string() })).nullish();

/**
 * Response to a rejected batch. The link to an earlier batch is in `link`, although PayPal's documentation specifies
 * `links`.
 */
export const refusalAnswer = z.object({
  name: z.string(),
  details: z
    .array(z.object({ field: z.string().nullish(), issue: z.string().nullish(), link: links, links }))
    .nullish(),
  links,
});
