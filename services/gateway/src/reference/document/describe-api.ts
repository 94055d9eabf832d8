import { apiLimits } from '@gossamer/contracts/api';
import { maxApiKeys } from '@gossamer/contracts/api-keys';

/** The beginning of the reference, in Markdown: what has to be known before the first request. */
export const describeApi = (publicUrl: string): string => `
Compresses pictures: JPEG, PNG, WebP and HEIC in, JPEG, PNG, WebP and AVIF out.

\`\`\`sh
curl ${new URL('/api/v1/compressions?wait=30', publicUrl).href} \\
  -H "Authorization: Bearer $GOSSAMER_API_KEY" \\
  --data-binary @photo.jpg
\`\`\`

The answer has \`result.url\`, a link to the file that needs no key for ${apiLimits.linkSeconds / 60} minutes.

**Keys.** The API is part of Pro. Keys are made on the [account page](/account), at most ${maxApiKeys} of them, and sent as
\`Authorization: Bearer <key>\`. A key can do all that is described here, so it belongs on a server, not into a page.
It reaches what was sent through the API; images uploaded on the website only if it was created to include them.

**Waiting.** With \`wait\` an answer comes as soon as the job is done, up to ${apiLimits.maxWaitSeconds} seconds. Without, ask again after the
seconds of \`Retry-After\`, or give a \`webhookUrl\`.

**Once only.** Name a request with \`Idempotency-Key\`, then it can be sent again after a broken connection: the first answer comes back,
for 24 hours. The same bytes with the same options are not counted again up to 50 times a day, as long as the earlier result is kept.

**Limits.** ${apiLimits.requestsPerMinute} requests a minute for an account, of a batch each address; \`RateLimit\` says what is left. Beyond that: 429 with \`Retry-After\`.

**Errors** are \`application/problem+json\` (RFC 9457). Go by \`code\`, never by the texts: [all codes](/api/docs/errors).
`;
