import type { OutputFormat } from './formats.ts';

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
export type ColorFilter = (typeof colorFilters)[number];

/** The longest side that may be asked for: what WebP can hold. */
export const maxResizePx = 16_383;

/** Target size in pixels; at least one side. The picture is never enlarged. */
export interface Resize {
  widthPx?: number | undefined;
  heightPx?: number | undefined;
  maintainAspect: boolean;
}

/** Everything the user can choose for one picture; its schema is in compression-settings.ts. */
export interface CompressionSettings {
  quality: number;
  format: OutputFormat;
  resize: Resize | null;
  filter: ColorFilter;
}

/** Whether the picture itself is to stay as it is, whatever its file becomes. */
export function changesNothing({ resize, filter }: CompressionSettings): boolean {
  return resize === null && filter === 'none';
}

export const defaultSettings: CompressionSettings = {
  quality: defaultQuality,
  format: 'auto',
  resize: null,
  filter: 'none',
};
