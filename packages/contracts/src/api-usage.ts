import { z } from 'zod';
import { plans } from './limits.ts';

/** Response of `GET /api/v1/usage`. */
export const apiUsage = z.object({
  plan: z.enum(plans),
  month: z
    .object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime(), compressions: z.int() })
    .describe(
      'Compressions through the API in this calendar month (UTC), excluding reused results, estimates and failed jobs that are not counted.',
    ),
  day: z
    .object({
      compressions: z.int(),
      limit: z.int().nullable().describe('Null means no limit.'),
      resetsAt: z.iso.datetime(),
    })
    .describe('Compressions of the whole account today (UTC), including the website.'),
  limits: z.object({
    maxFileBytes: z.int(),
    maxPixels: z.int(),
    maxBatchItems: z.int(),
    requestsPerMinute: z.int(),
    maxWaitSeconds: z.int(),
  }),
  retention: z
    .object({ originalSeconds: z.int(), resultSeconds: z.int() })
    .describe('How long files are kept after a job is done, in seconds.'),
});
export type ApiUsage = z.infer<typeof apiUsage>;
