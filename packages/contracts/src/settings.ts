import { z } from 'zod';
import { outputFormat } from './formats.ts';

export const minQuality = 10;
export const maxQuality = 100;
export const qualityStep = 5;
export const defaultQuality = 85;

/** Preset → quality (spec.md section 4). Moving the slider by hand makes the preset `custom`. */
export const presetQualities = { best: 95, high: 85, medium: 70, small: 50, minimum: 30 } as const;
export type Preset = keyof typeof presetQualities;

/** The word beside the slider: the first whose threshold the quality reaches (spec.md section 2). */
export const qualityLabels = [
  { label: 'best', from: 85 },
  { label: 'high', from: 70 },
  { label: 'medium', from: 50 },
  { label: 'small', from: 0 },
] as const;
export type QualityLabel = (typeof qualityLabels)[number]['label'];

export const colorFilters = ['none', 'grayscale', 'sepia', 'vintage'] as const;
export const colorFilter = z.enum(colorFilters);
export type ColorFilter = z.infer<typeof colorFilter>;

/** The longest side that may be asked for: what JPEG and WebP can hold at most is 65,535 and 16,383 pixels. */
export const maxResizePx = 16_383;
const sidePx = z.int().min(1).max(maxResizePx);

/** Target size in pixels; at least one side. The picture is never enlarged. */
export const resize = z
  .object({ widthPx: sidePx.optional(), heightPx: sidePx.optional(), maintainAspect: z.boolean() })
  .refine((r) => r.widthPx !== undefined || r.heightPx !== undefined);
export type Resize = z.infer<typeof resize>;

/** Everything the user can choose for one picture. */
export const compressionSettings = z.object({
  quality: z.int().min(minQuality).max(maxQuality),
  format: outputFormat,
  resize: resize.nullable(),
  filter: colorFilter,
});
export type CompressionSettings = z.infer<typeof compressionSettings>;

export const defaultSettings: CompressionSettings = {
  quality: defaultQuality,
  format: 'auto',
  resize: null,
  filter: 'none',
};
