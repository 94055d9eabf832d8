import { z } from 'zod';

/** Adds the field `confirmPassword` to a request schema. Its value must match the password in the field `name`. */
export function withConfirmation<Shape extends z.ZodRawShape>(
  body: z.ZodObject<Shape>,
  name: keyof Shape & string,
) {
  return z
    .object({ ...body.shape, confirmPassword: z.string() })
    .refine((values: Record<string, unknown>) => values.confirmPassword === values[name], {
      path: ['confirmPassword'],
    });
}
