import { z } from 'zod';
import { type ErrorCode, errorStatuses } from './errors.ts';

/** The body of every error answer. `field` names the form field or parameter at fault. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  field: z.string().optional(),
  /** The values in the message, for those who say it in another language. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
