import { z } from 'zod';
import { compressionOptions } from './api-options.ts';
import { apiVariants, fileLink } from './api-variants.ts';
import { colorChoices, hdrChoices } from './color-choices.ts';
import { variantSettings } from './compression-settings.ts';
import { compressionId, publicStatus } from './compressions.ts';
import { engineReport } from './engine-report.ts';
import { failureCodes } from './errors.ts';
import { encodedFormats, inputFormats, outputFormats } from './formats.ts';
import { planLimits } from './limits.ts';
import { problem } from './problems.ts';
import { deliverTo, deliverVariantsTo, resultDelivery } from './result-deliveries.ts';
import { colorFilters, preservableMetadata, resizeFits, unreachableChoices } from './settings.ts';
import { webhookUrl } from './webhooks.ts';

/** Requests and responses of the Pro API (`/api/v1`). Sizes are in bytes; times are ISO 8601 in UTC. */
export const apiLimits = {
  /** Rate limit per account. */
  requestsPerMinute: 1_200,
  /** Maximum number of seconds that a request waits for its result. */
  maxWaitSeconds: 60,
  maxBatchItems: planLimits.pro.maxBatchFiles,
  maxUrlChars: 2_048,
  maxMetadataKeys: 20,
  maxMetadataKeyChars: 40,
  maxMetadataValueChars: 500,
  maxPageSize: 100,
  defaultPageSize: 50,
  /** Lifetime of result links in seconds. */
  linkSeconds: 900,
  /** How long the response for an idempotency key is stored. */
  idempotencyMs: 24 * 3_600_000,
  /** Retention period for originals of API jobs. It is longer than for originals uploaded on the website. */
  originalRetentionMs: 24 * 3_600_000,
} as const;

const { maxWaitSeconds, maxMetadataKeys, maxMetadataKeyChars, maxMetadataValueChars } = apiLimits;

/** Returns whether Postgres can store a string: it must be well-formed Unicode and contain no NUL. */
const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Key-value pairs that a client attaches to a job. All responses about the job contain them. */
export const metadata = z
  .record(
    z.string().min(1).max(maxMetadataKeyChars).refine(isKeepable),
    z.string().max(maxMetadataValueChars).refine(isKeepable),
  )
  .refine((entries) => Object.keys(entries).length <= maxMetadataKeys)
  .meta({
    description: `Your own key-value pairs, at most ${maxMetadataKeys}, which are returned with the job. They must not contain NUL characters.`,
    maxProperties: maxMetadataKeys,
    examples: [{ order: '7041' }],
  });

/** Job options, all optional. */
export const jobOptions = z.object({
  filename: z
    .string()
    .max(1_024)
    .optional()
    .meta({
      description: 'File name for downloads and lists. Defaults to the name in the form or the URL.',
      examples: ['harbour.jpg'],
    }),
  wait: z
    .int()
    .min(0)
    .max(maxWaitSeconds)
    .default(0)
    .describe('Seconds to wait for the result. If the job is not done by then, the response has status 202.'),
  webhookUrl: webhookUrl.optional().meta({
    description:
      'An https URL that is notified when this job is done, in addition to the webhooks of the account.',
    format: 'uri',
    examples: ['https://shop.example.com/hooks/images'],
  }),
  deliverTo: deliverTo.optional().meta({
    description:
      'A presigned https URL of your S3-compatible storage. The result is sent there with `PUT`, and the response contains `delivery`. Sign the URL for `PUT` and, if at all, for the `Content-Type` of the result; further signed headers are not sent. The URL must stay valid for the retries, which take up to a day. With `variants`, this is the widest JPEG or PNG.',
    format: 'uri',
    examples: ['https://bucket.s3.eu-central-1.amazonaws.com/harbour.webp?X-Amz-Signature=3f79bb7b'],
  }),
  deliverVariantsTo: deliverVariantsTo.optional(),
  metadata: metadata.default({}),
});
export const apiOptions = compressionOptions.extend(jobOptions.shape);
export type ApiOptions = z.output<typeof apiOptions>;

/** URL from which the server fetches an image. */
export const sourceUrl = z
  .string()
  .trim()
  .max(apiLimits.maxUrlChars)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  })
  .meta({
    description: 'Public http or https URL of the image, without a username or password.',
    format: 'uri',
    examples: ['https://images.example.com/harbour.jpg'],
  });
/** Request body of `POST /api/v1/compressions` and `POST /api/v1/estimates`. */
export const apiSubmission = apiOptions.extend({ url: sourceUrl });
/** Request body of `POST /api/v1/compressions/batch`. The option `wait` is not available for batches. */
export const apiBatch = z
  .array(apiSubmission.omit({ wait: true }))
  .min(1)
  .max(apiLimits.maxBatchItems);

const imageFigures = {
  format: z.enum(encodedFormats),
  sizeBytes: z.int(),
  widthPx: z.int(),
  heightPx: z.int(),
  savedPercent: z
    .number()
    .min(0)
    .max(100)
    .describe('Reduction in file size, in percent, rounded to one decimal place.'),
};

/** A job in API responses. */
export const apiCompression = z.object({
  id: compressionId,
  status: publicStatus,
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable().describe('When the job ended. Null while it is processing.'),
  filename: z.string(),
  original: z.object({ format: z.enum(inputFormats), sizeBytes: z.int() }).describe('The uploaded image.'),
  options: z
    .object({
      quality: z.int(),
      format: z.enum(outputFormats),
      formats: z.array(z.enum(encodedFormats)).nullable(),
      filter: z.enum(colorFilters),
      resizeWidth: z.int().nullable(),
      resizeHeight: z.int().nullable(),
      maintainAspect: z.boolean(),
      fit: z.enum(resizeFits).nullable(),
      resizePercent: z.int().nullable(),
      background: z.string().nullable(),
      preserve: z.array(z.enum(preservableMetadata)),
      color: z.enum(colorChoices),
      hdr: z.enum(hdrChoices),
      maxBytes: z.int().nullable(),
      minBytes: z.int().nullable(),
      onUnreachable: z.enum(unreachableChoices),
      archive: z.boolean(),
      variants: variantSettings.nullable(),
    })
    .describe('The requested options.'),
  result: z
    .object({
      ...imageFigures,
      isAlreadyOptimal: z
        .boolean()
        .describe(
          'No smaller version was found: the result has the pixels of the original, without its metadata.',
        ),
      sha256: z.string(),
      ...fileLink,
      expiresAt: z.iso.datetime().describe('When the file is deleted, or was deleted.'),
      report: engineReport.nullable().describe('Engine report. Null if there is none.'),
      variants: apiVariants
        .nullable()
        .describe('The files for a web page. Null unless `variants` was requested.'),
    })
    .nullable()
    .describe('Null unless the job is completed.'),
  error: z
    .object({ code: z.enum(failureCodes), message: z.string() })
    .nullable()
    .describe('Why the job failed. Null unless it has failed.'),
  isReused: z
    .boolean()
    .describe(
      'True if an earlier result for the same bytes and options was returned. Up to 50 of these a day are not counted.',
    ),
  metadata: z.record(z.string(), z.string()),
  webhookUrl: z.string().nullable(),
  delivery: resultDelivery
    .optional()
    .describe('The delivery of the result to `deliverTo`. Absent if the job has no `deliverTo`.'),
});
export type ApiCompression = z.infer<typeof apiCompression>;

/** Query of `GET /api/v1/compressions?cursor=&limit=&status=`, which lists jobs, newest first. */
export const apiListQuery = z.object({
  cursor: z.string().max(256).optional().describe('`nextCursor` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(apiLimits.maxPageSize).default(apiLimits.defaultPageSize),
  status: publicStatus.optional(),
});
/** Query of `GET /api/v1/compressions/{id}?wait=`. */
export const apiGetQuery = z.object({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxWaitSeconds)
    .default(0)
    .describe('Seconds to wait for the job to finish.'),
});
export const apiCompressionList = z.object({
  data: z.array(apiCompression),
  nextCursor: z.string().nullable().describe('Cursor of the next page. Null on the last page.'),
});
export type ApiCompressionList = z.infer<typeof apiCompressionList>;

/** Outcome of each batch item, in the order of the request. */
export const apiBatchResult = z.object({
  data: z
    .array(
      z.union([
        z.object({ status: z.int(), compression: apiCompression }),
        z.object({ status: z.int(), problem }),
      ]),
    )
    .describe(
      'One entry per item, in the order of the request. `status` is the status that a single request would return.',
    ),
  accepted: z.int(),
  refused: z.int(),
});
export type ApiBatchResult = z.infer<typeof apiBatchResult>;

/**
 * Response of `POST /api/v1/estimates`: the expected result, measured by compressing with effort `fast`. Estimates do
 * not count against any quota.
 */
export const apiEstimate = z.object({
  original: apiCompression.shape.original,
  estimate: z.object(imageFigures),
  wouldBeCounted: z.boolean().describe('False if an earlier result would be returned.'),
});
export type ApiEstimate = z.infer<typeof apiEstimate>;

/** Request body of webhooks about a job. */
export const webhookMessage = z.object({
  type: z.enum(['compression.completed', 'compression.failed']),
  timestamp: z.iso.datetime().describe('When the job completed or failed.'),
  data: apiCompression,
});
export type WebhookMessage = z.infer<typeof webhookMessage>;
