import { apiCompression, apiCompressionList, apiGetQuery, apiListQuery } from '@gossamer/contracts/api';
import { apiUsage } from '@gossamer/contracts/api-usage';
import { compressionId } from '@gossamer/contracts/compressions';
import { encodedFormats, mediaTypes } from '@gossamer/contracts/formats';
import { manifest } from '@gossamer/contracts/manifest';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { answer, asJson, ofFiles, refusals } from '../document/answers.ts';
import { type AnswerExamples, exampleId } from '../document/examples.ts';

const path = z.object({
  id: compressionId.meta({
    description: 'The `id` of the job.',
    examples: [exampleId],
  }),
});
const tags = ['Compressions'];

/** Documents `GET /compressions`. */
export function listCompressions({ completed }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'listCompressions',
    tags,
    summary: 'List jobs',
    description:
      'Returns jobs, newest first. Images uploaded on the website are listed only for keys that include them. Send `nextCursor` as `cursor` to get the next page; cursors stay valid when jobs are added or deleted.',
    requestParams: { query: apiListQuery },
    responses: {
      200: answer('One page of jobs.', asJson(apiCompressionList, { data: [completed], nextCursor: null })),
      ...refusals('invalid_request'),
    },
  };
}

/** Documents `GET /compressions/{id}`. */
export function getCompression({ processing, completed, failed }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'getCompression',
    tags,
    summary: 'Get a job',
    description:
      'Returns a job. With `wait`, the response is sent as soon as the job is done or the time is up. While the job is processing, `Retry-After` gives the seconds until the next poll.',
    requestParams: { path, query: apiGetQuery },
    responses: {
      200: answer('The current state of the job.', {
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

/** Documents `GET /compressions/{id}/download`. */
export function downloadResult(): ZodOpenApiOperationObject {
  return {
    operationId: 'downloadResult',
    tags,
    summary: 'Download a result',
    description:
      'Returns the file, or one range of it. The link in `result.url` returns the same file without a key.',
    ...fileTransfer(path),
  };
}

/** Documents `GET /compressions/{id}/variants/{variant}`. */
export function downloadVariant(): ZodOpenApiOperationObject {
  const variant = z.string().meta({
    description: 'Width in pixels and file extension of the variant.',
    examples: ['800.avif'],
  });
  return {
    operationId: 'downloadVariant',
    tags,
    summary: 'Download a variant',
    description:
      'Returns one of the files in `result.variants`, or one range of it. Its link `url` returns the same file without a key.',
    ...fileTransfer(path.extend({ variant })),
  };
}

const file = z.string().meta({ format: 'binary' });
const content = Object.fromEntries(encodedFormats.map((format) => [mediaTypes[format], { schema: file }]));

/** Returns the parameters and responses of an operation that sends a file. */
function fileTransfer(
  pathParams: typeof path,
): Pick<ZodOpenApiOperationObject, 'requestParams' | 'responses'> {
  return {
    requestParams: {
      path: pathParams,
      header: z.object({
        Range: z
          .string()
          .optional()
          .meta({
            description: 'A single byte range.',
            examples: ['bytes=0-1023'],
          }),
        'If-None-Match': z.string().optional().meta({
          description: 'The `ETag` of your copy of the file.',
        }),
      }),
    },
    responses: {
      200: answer('The file.', { headers: ofFiles, content }),
      206: answer('The requested range.', { headers: [...ofFiles, 'Content-Range'], content }),
      304: answer('Your copy of the file is up to date.', { headers: ofFiles }),
      ...refusals('compression_not_found', 'result_not_ready', 'result_expired', 'range_not_satisfiable'),
    },
  };
}

/** Documents `GET /compressions/{id}/manifest`. */
export function getManifest({ manifest: example }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'getManifest',
    tags,
    summary: 'Describe the files of a job',
    description:
      'Returns the manifest of the result and its variants: formats, sizes, scores, metadata, colors and SHA-256, as in the ZIP files of the website. With `Accept: text/html`, it is a page for people, which shows the images if it is saved next to them.',
    requestParams: {
      path,
      header: z.object({
        Accept: z
          .string()
          .optional()
          .meta({ description: '`text/html` for a page.', examples: ['text/html'] }),
      }),
    },
    responses: {
      200: answer('The manifest.', {
        content: {
          'application/json': { schema: manifest, examples: { example: { value: example } } },
          'text/html': { schema: z.string() },
        },
      }),
      ...refusals('compression_not_found', 'result_not_ready'),
    },
  };
}

/** Documents `DELETE /compressions/{id}`. */
export function deleteCompression(): ZodOpenApiOperationObject {
  return {
    operationId: 'deleteCompression',
    tags,
    summary: 'Delete the files of a job',
    description:
      'Deletes the original and the result immediately; links to them stop working. An unfinished job ends as `failed` with the error `canceled`. The job itself stays in the list.',
    requestParams: { path },
    responses: { 204: answer('The files are deleted.'), ...refusals('compression_not_found') },
  };
}

/** Documents `GET /usage`. */
export function getUsage({ usage }: AnswerExamples): ZodOpenApiOperationObject {
  return {
    operationId: 'getUsage',
    tags: ['Account'],
    summary: 'Get usage and limits',
    description: 'Returns the usage and the limits of the account. Counts only toward the rate limit.',
    responses: { 200: answer('Usage and limits.', asJson(apiUsage, usage)), ...refusals() },
  };
}
