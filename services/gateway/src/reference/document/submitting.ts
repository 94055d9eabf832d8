import {
  apiBatch,
  apiBatchResult,
  apiCompression,
  apiEstimate,
  apiOptions,
  apiSubmission,
  metadata,
} from '@gossamer/contracts/api';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { answer, asJson, refusals } from './answers.ts';
import { type AnswerExamples, batchExample, submissionExamples } from './examples.ts';
import { idempotencyParam } from './headers.ts';
import type { ApiCode } from './problem-samples.ts';

/** Forms and queries have texts only. */
const metadataText = z
  .string()
  .optional()
  .meta({
    description: 'Texts of your own that come back with the job, as a JSON object.',
    examples: ['{"order":"7041"}'],
  });

/** A picture in a form: the file, and every option as a text. */
const submissionForm = apiOptions.extend({
  image: z.string().meta({ description: 'The file.', format: 'binary' }),
  metadata: metadataText,
});

const rawBytes = { schema: z.string().meta({ description: 'The file, as it is.', format: 'binary' }) };
const submission: ZodOpenApiRequestBodyObject = {
  description:
    'The picture, in one of three ways: as the file `image` of a form, as JSON with its address, or as the bytes themselves with the options in the query. Of the bytes any media type will do; the format is told by the bytes.',
  required: true,
  content: {
    'multipart/form-data': { schema: submissionForm },
    'application/json': { schema: apiSubmission, examples: submissionExamples },
    'application/octet-stream': rawBytes,
    'image/*': rawBytes,
  },
};

/** The options beside raw bytes. With a form or JSON they stand in there, and the query is not looked at. */
const besideBytes = {
  query: apiOptions.extend({ metadata: metadataText }),
  header: idempotencyParam,
};

const badOptions = [
  'invalid_request',
  'unknown_field',
  'invalid_quality',
  'invalid_format',
  'invalid_filter',
  'invalid_resize',
  'invalid_wait',
  'invalid_webhook_url',
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
  'storage_full',
] as const satisfies ApiCode[];

/** `POST /compressions` */
export function createCompression({ processing, completed }: AnswerExamples): ZodOpenApiOperationObject {
  const headers = ['Location'] as const;
  return {
    ...{ operationId: 'createCompression', tags: ['Compressions'], summary: 'Compress a picture' },
    description:
      'Accepts one picture. From the answer on it is never lost; up to 20 failed jobs a day are not counted, unless they took too much time or memory. Without `wait` the answer comes at once: ask `GET /compressions/{id}` after the seconds of `Retry-After`, or have a webhook told. The query parameters go with raw bytes only; forms and JSON have them inside.',
    requestParams: besideBytes,
    requestBody: submission,
    responses: {
      200: answer(
        'The same bytes with the same options were sent before. The earlier result is returned; up to 50 a day are not counted.',
        {
          headers,
          ...asJson(apiCompression, { ...completed, isReused: true }),
        },
      ),
      201: answer('Done, or failed, within `wait`.', { headers, ...asJson(apiCompression, completed) }),
      202: answer('Accepted, not done yet.', {
        headers: [...headers, 'Retry-After'],
        ...asJson(apiCompression, processing),
      }),
      ...refusals(...badSubmission),
    },
  };
}

/** `POST /compressions/batch` */
export function createBatch({ batch }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'createBatch', tags: ['Compressions'], summary: 'Compress many pictures by address' },
    description:
      'Fetches up to 100 pictures from their addresses. When the list itself is valid, each item is accepted or refused for itself, with the status that it would have got alone; nobody waits for the results. The answer comes when all have been fetched. Each address counts as a request.',
    requestParams: { header: idempotencyParam },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: apiBatch, examples: { example: { value: batchExample } } } },
    },
    responses: {
      200: answer('What became of each item.', asJson(apiBatchResult, batch)),
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

/** `POST /estimates` */
export function createEstimate({ estimate }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'createEstimate', tags: ['Estimates'], summary: 'See what compressing would come to' },
    description:
      'Compresses the picture the fast way, tells the figures and keeps nothing. Counts for nothing but the rate. What `POST /compressions` makes is usually a little smaller. `wait`, `webhookUrl`, `metadata` and `filename` are checked and do nothing.',
    requestParams: besideBytes,
    requestBody: submission,
    responses: {
      200: answer('The figures.', asJson(apiEstimate, estimate)),
      ...refusals(
        ...badSubmission,
        'corrupt_image',
        'too_many_pixels',
        'too_many_pixels_for_format',
        'too_many_frames',
        'image_too_complex',
        'result_too_large',
        'processing_timeout',
        'processing_failed',
      ),
    },
  };
}

/** Schemas that stand by their names. */
export const submittingSchemas = {
  Submission: apiSubmission,
  BatchItem: apiBatch.element,
  Metadata: metadata,
};
