import {
  apiCompression,
  apiCompressionList,
  apiListQuery,
  apiOptions,
  apiUsage,
} from '@gossamer/contracts/api';
import { compressionId } from '@gossamer/contracts/compressions';
import { encodedFormats, mediaTypes } from '@gossamer/contracts/formats';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { answer, asJson, ofFiles, refusals } from './answers.ts';
import type { AnswerExamples } from './examples.ts';

const path = z.object({
  id: compressionId.meta({
    description: 'The `id` of the job.',
    examples: ['7h2k9m4q8w3x5c6v1b0n2d4f6g8j0s5t'],
  }),
});
const tags = ['Compressions'];

/** `GET /compressions` */
export function listCompressions({ completed }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'listCompressions', tags, summary: 'List jobs' },
    description:
      'Newest first. Images uploaded on the website are listed only for keys that include them. Send `nextCursor` as `cursor` for the next page; it stays valid while jobs come and go.',
    requestParams: { query: apiListQuery },
    responses: {
      200: answer('A page.', asJson(apiCompressionList, { data: [completed], nextCursor: null })),
      ...refusals('invalid_request'),
    },
  };
}

/** `GET /compressions/{id}` */
export function getCompression({ processing, completed, failed }: AnswerExamples): ZodOpenApiOperationObject {
  const wait = apiOptions.shape.wait.describe('Seconds to wait for the end of the job.');
  return {
    ...{ operationId: 'getCompression', tags, summary: 'Look at a job' },
    description:
      'With `wait` it answers as soon as the job is done, or with what there is when the time is up. While it is processing, `Retry-After` says when to ask again.',
    requestParams: { path, query: z.object({ wait }) },
    responses: {
      200: answer('The job as it is.', {
        mayHave: ['Retry-After'],
        content: {
          'application/json': {
            schema: apiCompression,
            examples: {
              completed: { value: completed },
              processing: { value: processing },
              failed: { value: failed },
            },
          },
        },
      }),
      ...refusals('invalid_wait', 'compression_not_found'),
    },
  };
}

/** `GET /compressions/{id}/download` */
export function downloadResult(): ZodOpenApiOperationObject {
  const file = z.string().meta({ format: 'binary' });
  const content = Object.fromEntries(encodedFormats.map((format) => [mediaTypes[format], { schema: file }]));
  return {
    ...{ operationId: 'downloadResult', tags, summary: 'Download a result' },
    description:
      'The file itself, whole or one range of it. The link in `result.url` leads to the same without a key.',
    requestParams: {
      path,
      header: z.object({
        Range: z
          .string()
          .optional()
          .meta({
            description: 'One range of bytes.',
            examples: ['bytes=0-1023'],
          }),
        'If-None-Match': z.string().optional().meta({
          description: 'The `ETag` of the file that you have.',
        }),
      }),
    },
    responses: {
      200: answer('The file.', { headers: ofFiles, content }),
      206: answer('The range that was asked for.', { headers: [...ofFiles, 'Content-Range'], content }),
      304: answer('The file is the one that you have.', { headers: ofFiles }),
      ...refusals('compression_not_found', 'result_not_ready', 'result_expired', 'range_not_satisfiable'),
    },
  };
}

/** `DELETE /compressions/{id}` */
export function deleteCompression(): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'deleteCompression', tags, summary: 'Delete the files of a job' },
    description:
      'Deletes original and result now, before their time; links to them end. A job that is not done ends as `failed` with `canceled`. The entry itself stays.',
    requestParams: { path },
    responses: { 204: answer('Deleted.'), ...refusals('compression_not_found') },
  };
}

/** `GET /usage` */
export function getUsage({ usage }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'getUsage', tags: ['Account'], summary: 'See what was used and what is allowed' },
    description: 'Counts for nothing but the rate.',
    responses: { 200: answer('The figures.', asJson(apiUsage, usage)), ...refusals() },
  };
}
