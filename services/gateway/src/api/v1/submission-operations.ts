import {
  apiBatch,
  apiBatchResult,
  apiCompression,
  apiEstimate,
  apiOptions,
  apiSubmission,
} from '@gossamer/contracts/api';
import { encodedFormats } from '@gossamer/contracts/formats';
import { preservableMetadata } from '@gossamer/contracts/settings';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { answer, asJson, refusals } from '../document/answers.ts';
import { type AnswerExamples, batchExample, submissionExamples } from '../document/examples.ts';
import { idempotencyParam } from '../document/headers.ts';
import type { ApiCode } from '../document/problem-samples.ts';

/** In forms and queries, `metadata` is JSON text, because all values are strings. */
const metadataText = z
  .string()
  .optional()
  .meta({
    description: 'Your own key-value pairs as a JSON object. They are returned with the job.',
    examples: ['{"order":"7041"}'],
  });

/** Returns the schema of a list in forms and queries: values separated by commas. */
function listText(option: z.ZodType, values: readonly string[]) {
  const value = `(${values.join('|')})`;
  return z
    .string()
    .regex(new RegExp(`^${value}(,${value})*$`))
    .optional()
    .meta({
      description: `${option.description} Separate the values by commas.`,
      examples: [values.slice(0, 2).join(',')],
    });
}

/** Options whose values are encoded as strings in forms and queries. */
const textOptions = {
  formats: listText(apiOptions.shape.formats, encodedFormats),
  preserve: listText(apiOptions.shape.preserve, preservableMetadata),
  metadata: metadataText,
};

/** Schema of an image sent as a form: the file, and every option as a string. */
const submissionForm = apiOptions.extend({
  ...textOptions,
  image: z.string().meta({ description: 'The image file.', format: 'binary' }),
});

const rawBytes = { schema: z.string().meta({ description: 'The raw bytes of the file.', format: 'binary' }) };
const submission: ZodOpenApiRequestBodyObject = {
  description:
    'The image, in one of three ways: as the file `image` in a form, as JSON with its URL, or as raw bytes with the options in the query. Raw bytes may have any media type; the format is detected from the content.',
  required: true,
  content: {
    'multipart/form-data': { schema: submissionForm },
    'application/json': { schema: apiSubmission, examples: submissionExamples },
    'application/octet-stream': rawBytes,
    'image/*': rawBytes,
  },
};

/**
 * Query parameters of a request whose body is the raw image. For forms and JSON, whose bodies contain the options, the
 * query is ignored.
 */
const besideBytes = {
  query: apiOptions.extend(textOptions),
  header: idempotencyParam,
};

const badOptions = [
  'invalid_request',
  'unknown_field',
  'invalid_quality',
  'invalid_format',
  'invalid_formats',
  'invalid_filter',
  'invalid_background',
  'invalid_color',
  'invalid_preserve',
  'invalid_resize',
  'invalid_file_size',
  'invalid_archive',
  'invalid_variants',
  'invalid_wait',
  'invalid_webhook_url',
  'invalid_deliver_to',
  'invalid_metadata',
  'invalid_url',
  'invalid_idempotency_key',
] as const satisfies ApiCode[];
const ofKeys = ['idempotency_key_in_flight', 'idempotency_key_reused'] as const satisfies ApiCode[];
const badSubmission = [
  ...badOptions,
  'missing_file',
  'empty_file',
  'too_many_files',
  'upload_incomplete',
  'upload_timeout',
  'file_too_large',
  'request_too_large',
  'unsupported_format',
  'unsupported_codec',
  'address_not_allowed',
  'source_unreachable',
  'source_refused',
  ...ofKeys,
  'server_busy',
  'fleet_busy',
  'archive_unavailable',
  'storage_full',
] as const satisfies ApiCode[];

/** Documents `POST /compressions`. */
export function createCompression({ processing, completed }: AnswerExamples): ZodOpenApiOperationObject {
  const headers = ['Location'] as const;
  return {
    operationId: 'createCompression',
    tags: ['Compressions'],
    summary: 'Compress an image',
    description:
      'Accepts one image and returns its job, with the result if the job ends within `wait`.\n\nWithout `wait`, the response is sent immediately: poll `GET /compressions/{id}` after the seconds given in `Retry-After`, or use a webhook. With `deliverTo`, the result is also sent to your storage. Query parameters apply only to raw bytes; forms and JSON carry the options in the body.\n\nAn accepted job is never lost. Up to 20 failed jobs a day are not counted, unless they took too much time or memory.',
    requestParams: besideBytes,
    requestBody: submission,
    responses: {
      200: answer(
        'The same bytes were sent with the same options before. The earlier result is returned; up to 50 of these a day are not counted.',
        {
          headers,
          ...asJson(apiCompression, { ...completed, isReused: true }),
        },
      ),
      201: answer('The job ended within `wait`.', { headers, ...asJson(apiCompression, completed) }),
      202: answer('Accepted. The job is still processing.', {
        headers: [...headers, 'Retry-After'],
        ...asJson(apiCompression, processing),
      }),
      ...refusals(...badSubmission),
    },
  };
}

/** Documents `POST /compressions/batch`. */
export function createBatch({ batch }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'createBatch',
    tags: ['Compressions'],
    summary: 'Compress many images by URL',
    description:
      'Fetches up to 100 images from their URLs. If the list itself is valid, each item is accepted or rejected on its own, with the status that a single request would return. The response is sent when all images have been fetched; it does not wait for their results. Each URL counts as one request.',
    requestParams: { header: idempotencyParam },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: apiBatch, examples: { example: { value: batchExample } } } },
    },
    responses: {
      200: answer('The outcome of each item.', asJson(apiBatchResult, batch)),
      ...refusals(
        'invalid_batch',
        ...badOptions.filter((code) => code !== 'invalid_wait'),
        'request_too_large',
        ...ofKeys,
        'fleet_busy',
      ),
    },
  };
}

/** Documents `POST /estimates`. */
export function createEstimate({ estimate }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'createEstimate',
    tags: ['Estimates'],
    summary: 'Estimate a compression',
    description:
      'Compresses the image with `fast` effort, returns the figures and keeps no files. Counts only toward the rate limit. The result of `POST /compressions` is usually slightly smaller. With `variants`, the figures are those of the widest JPEG or PNG. `wait`, `webhookUrl`, `deliverTo`, `deliverVariantsTo`, `metadata` and `filename` are validated but have no effect.',
    requestParams: besideBytes,
    requestBody: submission,
    responses: {
      200: answer('The estimated figures.', asJson(apiEstimate, estimate)),
      ...refusals(
        ...badSubmission,
        'corrupt_image',
        'too_many_pixels',
        'too_many_pixels_for_format',
        'too_many_frames',
        'multiple_images',
        'camera_raw',
        'image_too_complex',
        'result_too_large',
        'size_unreachable',
        'not_archivable',
        'not_restorable',
        'animated_variants',
        'processing_timeout',
        'processing_failed',
      ),
    },
  };
}
