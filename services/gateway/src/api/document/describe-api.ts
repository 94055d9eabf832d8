import { apiLimits } from '@gossamer/contracts/api';
import { maxApiKeys } from '@gossamer/contracts/api-keys';

/** Summary of the API, in Markdown. */
export const apiSummary =
  'Send an image and get a smaller one. Input formats are JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF and BMP; output formats are JPEG, PNG, WebP, AVIF and JPEG XL.';

/** Description of the response to the first request, in Markdown. */
export const firstResponse = `The response contains \`result.url\`, a link to the file that works without a key for ${apiLimits.linkSeconds / 60} minutes.`;

/** Instructions for sending the first request, in Markdown. */
export const sending =
  'Store the key in the environment variable `GOSSAMER_API_KEY` and run the code. The response is sent when the image is done.';

/** Sections that apply to all operations, in Markdown. */
export const apiGuide = [
  {
    title: 'Authentication',
    text: `The API is part of Pro. Create up to ${maxApiKeys} keys on the [account page](/account) and send one as \`Authorization: Bearer <key>\`. A key gives access to every operation described here: keep it on a server, never in a web page. It can access images sent through the API, and images uploaded on the website only if it was created to include them.`,
  },
  {
    title: 'Waiting',
    text: `With \`wait\`, the response is sent as soon as the job is done, or after at most ${apiLimits.maxWaitSeconds} seconds. Without it, poll the job after the seconds given in \`Retry-After\`, or set a \`webhookUrl\`.`,
  },
  {
    title: 'Idempotency',
    text: 'Send an `Idempotency-Key` to retry a request safely after a lost connection: the first response is returned again for 24 hours. Sending the same bytes with the same options is not counted, up to 50 times a day, while the earlier result is kept.',
  },
  {
    title: 'Rate limit',
    text: `${apiLimits.requestsPerMinute} requests per minute and account; each URL in a batch counts as one request. \`RateLimit\` shows how many are left. Requests beyond the limit are rejected with 429 and \`Retry-After\`.`,
  },
  {
    title: 'Errors',
    text: 'Every error is sent as `application/problem+json` (RFC 9457). Check `code` in your program, not the texts, which may change. See [all codes](/api/docs/errors).',
  },
];

/** Returns the description of the API for its OpenAPI document, as Markdown. */
export const describeApi = (publicUrl: string): string => `
${apiSummary}

\`\`\`sh
curl "${new URL('/api/v1/compressions?wait=30', publicUrl).href}" \\
  -H "Authorization: Bearer $GOSSAMER_API_KEY" \\
  --data-binary @photo.jpg
\`\`\`

${firstResponse}

${apiGuide.map(({ title, text }) => `**${title}.** ${text}`).join('\n\n')}
`;
