import { z } from 'zod';
import { outputFormats } from './formats.ts';
import { type CompressionSettings, colorFilters, maxQuality, maxResizePx, minQuality } from './settings.ts';

const sidePx = z.int().min(1).max(maxResizePx);

const resize = z
  .object({ widthPx: sidePx.optional(), heightPx: sidePx.optional(), maintainAspect: z.boolean() })
  .refine((size) => size.widthPx !== undefined || size.heightPx !== undefined);

/** The settings of one compression as they travel in jobs and lie in rows. */
export const compressionSettings = z.object({
  quality: z.int().min(minQuality).max(maxQuality),
  format: z.enum(outputFormats),
  resize: resize.nullable(),
  filter: z.enum(colorFilters),
}) satisfies z.ZodType<CompressionSettings>;
