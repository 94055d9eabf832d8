import { z } from 'zod';
import { errorBody } from './error-body.ts';

/** An error of the Pro API (RFC 9457), sent as `application/problem+json`. */
export const problem = z
  .object({
    type: z.string().describe('URL of the documentation for this code.'),
    title: z.string().describe('The name of the HTTP status.'),
    status: z.int(),
    detail: z.string().describe('What happened and what to do, in English, for people to read.'),
    code: errorBody.shape.code.describe('Machine-readable error code. Codes are never renamed.'),
    field: z.string().optional().describe('The parameter that caused the error.'),
    details: errorBody.shape.details.describe('The values used in `detail`.'),
    requestId: z.string().optional().describe('Same as `X-Request-Id`. Include it when you contact support.'),
    retryAfter: z.int().optional().describe('Seconds to wait, same as `Retry-After`.'),
  })
  .describe('An error in the format of RFC 9457.');
export type Problem = z.infer<typeof problem>;
