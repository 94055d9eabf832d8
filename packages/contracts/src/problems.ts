import { z } from 'zod';
import { errorBody } from './error-body.ts';

/** An error of the Pro API (RFC 9457), sent as `application/problem+json`. */
export const problem = z
  .object({
    type: z.string().describe("The address of the code's place in the documentation."),
    title: z.string().describe('What the status is called.'),
    status: z.int(),
    detail: z.string().describe('What happened and what to do, in English, for people.'),
    code: errorBody.shape.code.describe('What programs go by; a code is never renamed.'),
    field: z.string().optional().describe('The parameter at fault.'),
    details: errorBody.shape.details.describe('The values in `detail`.'),
    requestId: z.string().optional().describe('Also in `X-Request-Id`. Name it when you ask for help.'),
    retryAfter: z.int().optional().describe('Seconds, as in `Retry-After`.'),
  })
  .describe('An error, by RFC 9457.');
export type Problem = z.infer<typeof problem>;
