import { z } from 'zod';
import { targetUrl } from './target-url.ts';
import { deliveryFaults, webhookRetrySeconds } from './webhooks.ts';

/** Maximum length of the URL to which a result is delivered. Presigned URLs with a session token are long. */
export const maxDeliverToChars = 4_096;

/** Presigned URL to which a result is sent with PUT. It is a credential and must not be logged or returned. */
export const deliverTo = targetUrl(maxDeliverToChars);

/** Maximum number of variants that can be delivered: 12 widths in four formats. */
export const maxVariantTargets = 48;

/** Name of a variant within its group: width in pixels and file extension, such as `800.avif`. */
export const variantFileName = z.string().regex(/^[1-9]\d{0,4}\.(avif|jxl|webp|jpg|png)$/);

/** Presigned URLs by the name of the variant that is sent to them. */
export const deliverVariantsTo = z
  .record(variantFileName, deliverTo.meta({ format: 'uri' }))
  .refine((targets) => Object.keys(targets).length <= maxVariantTargets)
  .meta({
    description:
      'Like `deliverTo` for the files of `variants`: presigned URLs by width and file extension. Names of files that are not made are ignored, so you can give `800.jpg` and `800.png`. Each file in `result.variants` then has a `delivery`.',
    maxProperties: maxVariantTargets,
    examples: [
      { '800.avif': 'https://bucket.s3.eu-central-1.amazonaws.com/harbour-800w.avif?X-Amz-Signature=b5fc' },
    ],
  });

/** Seconds between attempts to deliver a result, the same as for webhooks. */
export const resultRetrySeconds = webhookRetrySeconds;

/**
 * Reasons why a result was not delivered, in addition to those of webhooks. `result_expired`: the file expired or was
 * deleted before it was delivered. `compression_failed`: there is no result.
 */
export const resultDeliveryFaults = [...deliveryFaults, 'result_expired', 'compression_failed'] as const;
export type ResultDeliveryFault = (typeof resultDeliveryFaults)[number];

/** The delivery of a result in API responses. */
export const resultDelivery = z.object({
  status: z.enum(['pending', 'delivered', 'failed']).describe('`delivered` and `failed` are final.'),
  url: z.string().describe('The URL without its query, which is the secret part.'),
  attemptCount: z.int().describe('Number of attempts so far.'),
  nextAttemptAt: z.iso
    .datetime()
    .nullable()
    .describe('Time of the next attempt. Null before the job is done and after the delivery has ended.'),
  lastStatus: z
    .int()
    .nullable()
    .describe(
      'HTTP status of the last attempt. Null before the first attempt, or if no response was received.',
    ),
  lastFault: z
    .enum(resultDeliveryFaults)
    .nullable()
    .describe(
      'Why the last attempt failed. `status`: the response was not 2xx. `result_expired`: the file expired or was deleted first. `compression_failed`: there is no result. Null before the first attempt, and once the result is delivered.',
    ),
  deliveredAt: z.iso.datetime().nullable().describe('When the storage confirmed the file.'),
});
export type ResultDelivery = z.infer<typeof resultDelivery>;
