import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { headersOf } from './answers.ts';

const headers = headersOf(['X-Request-Id', 'Cache-Control', 'ETag']);

/** `GET /openapi.json` */
export function getDocument(): ZodOpenApiOperationObject {
  return {
    ...{ operationId: 'getDocument', tags: ['Reference'], summary: 'Read this document', security: [] },
    description: 'The API as OpenAPI 3.1, for generators and tests. Needs no key.',
    requestParams: {
      header: z.object({
        'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of what you have.' }),
      }),
    },
    responses: {
      200: {
        ...{ description: 'The document.', headers },
        content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
      },
      304: { description: 'It is the one that you have.', headers },
    },
  };
}
