import { z } from 'zod';

/** Schemas of the parts of PayPal's responses that are read; other fields are ignored. */

export const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().positive(),
});

export const createdAnswer = z.object({ batch_header: z.object({ payout_batch_id: z.string().min(1) }) });

const item = z.object({
  payout_item_id: z.string().min(1),
  /** Absent until PayPal has processed the item. */
  transaction_status: z.string().default('PENDING'),
  payout_item: z.object({ sender_item_id: z.string() }),
  /** Only for display, so an unexpected format is ignored. */
  errors: z.object({ name: z.string().nullish(), message: z.string().nullish() }).nullish().catch(null),
});
export type ItemAnswer = z.infer<typeof item>;

export const batchAnswer = z.object({
  batch_header: z.object({ batch_status: z.string() }),
  total_pages: z.int().min(0).optional(),
  items: z.array(item).default([]),
});

const links = z.array(z.object({ href: z.string() })).nullish();

/** A rejection. A detail contains the link to an earlier batch as `link`, although the documentation says `links`. */
export const refusalAnswer = z.object({
  name: z.string(),
  details: z
    .array(z.object({ field: z.string().nullish(), issue: z.string().nullish(), link: links, links }))
    .nullish(),
  links,
});
