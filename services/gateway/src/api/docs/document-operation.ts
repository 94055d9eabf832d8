import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { headersOf } from '../document/answers.ts';

const headers = headersOf(['X-Request-Id', 'Cache-Control', 'ETag']);

/** Documents `GET /openapi.json`. */
export function getDocument(): ZodOpenApiOperationObject {
  return {
    operationId: 'getDocument',
    tags: ['Reference'],
    summary: 'Get this document',
    security: [],
    description:
      'Returns the API description as OpenAPI 3.1, for code generators and tests. Requires no key.',
    requestParams: {
      header: z.object({
        'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of your copy.' }),
      }),
    },
    responses: {
      200: {
        description: 'The OpenAPI document.',
        headers,
        content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
      },
      304: { description: 'Your copy is up to date.', headers },
    },
  };
}
