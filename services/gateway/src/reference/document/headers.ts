import { idempotencyKey } from '@gossamer/contracts/compressions';
import { z } from 'zod';

const text = z.string();
const header = (id: string, schema: z.ZodType, description: string, example: string | number) =>
  schema.meta({ description, examples: [example], header: { id } });

/** Headers that answers carry; each stands once in the document. */
export const answerHeaders = {
  'X-Request-Id': header(
    'X-Request-Id',
    text,
    'Names the request: as you sent it, or anew.',
    '4bf92f3577b34da6a3ce929d',
  ),
  RateLimit: header(
    'RateLimit',
    text.regex(/^"minute";r=\d+;t=\d+$/),
    'Requests that are left (`r`), and seconds until all are there again (`t`).',
    '"minute";r=1187;t=41',
  ),
  'RateLimit-Policy': header(
    'RateLimit-Policy',
    text.regex(/^"minute";q=\d+;w=60$/),
    'Requests (`q`) in so many seconds (`w`).',
    '"minute";q=1200;w=60',
  ),
  'Retry-After': header('Retry-After', z.int().min(1), 'Seconds to wait before asking again.', 2),
  Location: header(
    'Location',
    text.regex(/^\/api\/v1\/compressions\/[0-9a-z]{32}$/),
    'Where the job is.',
    '/api/v1/compressions/7h2k9m4q8w3x5c6v1b0n2d4f6g8j0s5t',
  ),
  'Cache-Control': header('Cache-Control', text, 'Whether the answer may be stored.', 'no-store'),
  'WWW-Authenticate': header('WWW-Authenticate', z.literal('Bearer'), 'How a key is sent.', 'Bearer'),
  ETag: header('ETag', text, 'For `If-None-Match`.', '"3f79bb7b435b05321651daefd374cdc6"'),
  'Accept-Ranges': header('Accept-Ranges', z.literal('bytes'), 'Ranges can be asked for.', 'bytes'),
  'Content-Disposition': header(
    'Content-Disposition',
    text,
    'The name to save the file under.',
    'attachment; filename="compressed_harbour.webp"',
  ),
  'Content-Range': header(
    'Content-Range',
    text.regex(/^bytes (\d+-\d+|\*)\/\d+$/),
    'Which range of how many bytes.',
    'bytes 0-1023/183204',
  ),
} as const;
export type AnswerHeader = keyof typeof answerHeaders;

/** What requests that do something once may carry. */
export const idempotencyParam = z.object({
  'Idempotency-Key': idempotencyKey.optional().meta({
    description:
      'Names this request, so that sending it again does not do it twice: the answer is kept for 24 hours. 8 to 64 letters, digits, `-` or `_`, new for every new request.',
    examples: ['order-7041-front'],
  }),
});
