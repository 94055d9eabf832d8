import { z } from 'zod';
import { type ErrorCode, errorStatuses } from './errors.ts';

/** Values in an error message, for clients that translate the message. */
export const errorDetails = z.record(z.string(), z.union([z.string(), z.number()]));

/** The body of every error response. `field` names the invalid form field or parameter. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  field: z.string().optional(),
  details: errorDetails.optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
