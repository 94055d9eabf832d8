import { z } from 'zod';
import { type ErrorCode, errorStatuses } from './errors.ts';

/** The values in an error's message, for clients that translate it. */
export const errorDetails = z.record(z.string(), z.union([z.string(), z.number()]));

/** The body of every error answer. `field` names the form field or parameter at fault. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  field: z.string().optional(),
  details: errorDetails.optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
