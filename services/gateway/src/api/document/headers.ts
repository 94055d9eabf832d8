import { idempotencyKey } from '@gossamer/contracts/compressions';
import { z } from 'zod';
import { exampleId } from './examples.ts';

const text = z.string();
const header = (id: string, schema: z.ZodType, description: string, example: string | number) =>
  schema.meta({ description, examples: [example], header: { id } });

/** Response headers shared by several operations. Each header is defined once in the document. */
export const answerHeaders = {
  'X-Request-Id': header(
    'X-Request-Id',
    text,
    'Identifies the request: the value that you sent, or a generated one.',
    '4bf92f3577b34da6a3ce929d',
  ),
  RateLimit: header(
    'RateLimit',
    text.regex(/^"minute";r=\d+;t=\d+$/),
    'Remaining requests (`r`), and seconds until the limit resets (`t`).',
    '"minute";r=1187;t=41',
  ),
  'RateLimit-Policy': header(
    'RateLimit-Policy',
    text.regex(/^"minute";q=\d+;w=60$/),
    'Allowed requests (`q`) per window of `w` seconds.',
    '"minute";q=1200;w=60',
  ),
  'Retry-After': header('Retry-After', z.int().min(1), 'Seconds to wait before the next request.', 2),
  Location: header(
    'Location',
    text.regex(/^\/api\/v1\/compressions\/[0-9a-z]{32}$/),
    'URL of the job.',
    `/api/v1/compressions/${exampleId}`,
  ),
  'Cache-Control': header('Cache-Control', text, 'Whether the response may be cached.', 'no-store'),
  'WWW-Authenticate': header('WWW-Authenticate', z.literal('Bearer'), 'Authentication scheme.', 'Bearer'),
  ETag: header('ETag', text, 'Version, for `If-None-Match`.', '"3f79bb7b435b05321651daefd374cdc6"'),
  'Accept-Ranges': header('Accept-Ranges', z.literal('bytes'), 'Range requests are supported.', 'bytes'),
  'Content-Disposition': header(
    'Content-Disposition',
    text,
    'The suggested file name.',
    'attachment; filename="compressed_harbour.webp"',
  ),
  'Content-Range': header(
    'Content-Range',
    text.regex(/^bytes (\d+-\d+|\*)\/\d+$/),
    'The returned range and the total size in bytes.',
    'bytes 0-1023/183204',
  ),
} as const;
export type AnswerHeader = keyof typeof answerHeaders;

/** The `Idempotency-Key` header, for operations that can be made idempotent. */
export const idempotencyParam = z.object({
  'Idempotency-Key': idempotencyKey.optional().meta({
    description:
      'Makes retries safe: a repeated request with the same key returns the first response, which is kept for 24 hours. 8 to 64 letters, digits, `-` or `_`. Use a new key for every new request.',
    examples: ['order-7041-front'],
  }),
});
