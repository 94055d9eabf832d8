import { errorStatuses } from '@gossamer/contracts/errors';
import { problem } from '@gossamer/contracts/problems';
import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { type AnswerHeader, answerHeaders } from './headers.ts';
import { type ApiCode, isRetried } from './problem-samples.ts';
import { statusMeanings } from './status-meanings.ts';

type Content = Record<string, ZodOpenApiMediaTypeObject>;

/** Headers of all responses to requests with an API key. */
const always = ['X-Request-Id', 'Cache-Control'] as const;
const rate = ['RateLimit', 'RateLimit-Policy'] as const;
/** Headers of file responses. Error responses also contain them if the error occurs after they were set. */
export const ofFiles = ['ETag', 'Accept-Ranges', 'Content-Disposition'] as const;
/** Error codes that every operation can return. */
const everywhere: ApiCode[] = [
  'invalid_api_key',
  'api_key_expired',
  'pro_required',
  'too_many_requests',
  'internal',
  'unavailable',
];

interface Answer {
  /** Response headers in addition to the common headers: `headers` are always present, `mayHave` only sometimes. */
  headers?: readonly AnswerHeader[];
  mayHave?: readonly AnswerHeader[];
  content?: Content;
}

/** Describes an operation's successful response. */
export function answer(
  description: string,
  { headers = [], mayHave = [], content }: Answer = {},
): ZodOpenApiResponseObject {
  return {
    description,
    headers: headersOf([...always, ...rate, ...headers], mayHave),
    ...(content && { content }),
  };
}

/** Describes a JSON body, with an example. */
export const asJson = (schema: z.ZodType, value: unknown): { content: Content } => ({
  content: { 'application/json': { schema, examples: { example: { value } } } },
});

/**
 * Describes an operation's error responses by status, each with an example. The codes that every operation can return
 * are added to the given codes.
 */
export function refusals(...codes: ApiCode[]): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy([...codes, ...everywhere], (code) => errorStatuses[code]);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, of = []] of Object.entries(byStatus)) responses[status as '400'] = refusal(status, of);
  return responses;
}

function refusal(status: string, codes: ApiCode[]): ZodOpenApiResponseObject {
  const isOurs = status.startsWith('5');
  const isUnknown = status === '401' || status === '403';
  const required: AnswerHeader[] = [
    ...always,
    // Server errors may lack the rate limit headers, because they can occur before the request is counted.
    ...(isOurs ? [] : rate),
    ...(isUnknown ? (['WWW-Authenticate'] as const) : []),
    ...(codes.every(isRetried) ? (['Retry-After'] as const) : []),
    ...(status === '416' ? (['Content-Range'] as const) : []),
  ];
  const optional: AnswerHeader[] = [
    ...(isOurs ? ([...rate, 'WWW-Authenticate'] as const) : []),
    ...(codes.some(isRetried) ? (['Retry-After'] as const) : []),
    ...(status === '410' || status === '416' ? ofFiles : []),
  ];
  const names = codes.map((code) => `\`${code}\``).join(', ');
  return {
    description: `${statusMeanings[Number(status)]?.meaning ?? ''} ${names}`,
    headers: headersOf(required, optional),
    content: {
      'application/problem+json': {
        schema: problem,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/**
 * Describes response headers.
 * @param required headers that are always present
 * @param optional headers that may be present
 */
export function headersOf(required: readonly AnswerHeader[], optional: readonly AnswerHeader[] = []) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of optional) shape[name] = answerHeaders[name].optional();
  for (const name of required) shape[name] = answerHeaders[name];
  return z.object(shape);
}
