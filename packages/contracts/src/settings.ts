import { autoFormats, type EncodedFormat, type OutputFormat } from './formats.ts';

export const minQuality = 10;
export const maxQuality = 100;
export const qualityStep = 5;
const defaultQuality = 85;

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

/**
 * How an image gets into its target size. `inside`: whole, within both sides. `fill`: whole, distorted to both sides.
 * `cover`: cut to both sides around what draws the eye. `thumb`: the same, but what stands free on a plain ground is
 * shown whole and its ground extended.
 */
export const resizeFits = ['inside', 'fill', 'cover', 'thumb'] as const;
export type ResizeFit = (typeof resizeFits)[number];

/** Fits that cut, and hence need both sides. */
export const croppingFits = ['cover', 'thumb'] as const satisfies readonly ResizeFit[];

/** Target size in pixels; at least one side. The image is never enlarged. */
export interface Resize {
  widthPx?: number | undefined;
  heightPx?: number | undefined;
  /** Only asked where `fit` is absent: true means `inside`, false `fill`. */
  maintainAspect: boolean;
  fit?: ResizeFit | undefined;
}

/** What of a file's metadata can be asked to stay, in the order of the alphabet. */
export const preservableMetadata = ['copyright', 'creation', 'location'] as const;
export type PreservableMetadata = (typeof preservableMetadata)[number];

/** Everything that can be chosen for one image; its schema is in compression-settings.ts. */
export interface CompressionSettings {
  quality: number;
  /** `auto` where `formats` is given. */
  format: OutputFormat;
  /** The smallest of these is chosen; of an image with transparency never JPEG, unless there is a background. */
  formats?: EncodedFormat[] | undefined;
  resize: Resize | null;
  filter: ColorFilter;
  /** `#rrggbb` in lower case, behind whatever is transparent; the filter changes it, too. */
  background?: string | undefined;
  /** Metadata that stays, each named once and in the order of the alphabet; all other is removed. */
  preserve?: PreservableMetadata[] | undefined;
}

/**
 * Whether the image itself is to stay as it is, whatever its file becomes. A background counts as a change, since it may
 * be seen; metadata to preserve does not, since it is no part of the image.
 */
export function changesNothing({ resize, filter, background }: CompressionSettings): boolean {
  return resize === null && filter === 'none' && background === undefined;
}

/** The formats that a result of these settings can have. */
function formatsOf({ format, formats }: CompressionSettings): readonly EncodedFormat[] {
  return formats ?? (format === 'auto' ? autoFormats : [format]);
}

/** Whether a result of these settings may have a format. */
export function allowsFormat(settings: CompressionSettings, result: EncodedFormat): boolean {
  return formatsOf(settings).includes(result);
}

/**
 * Whether compressing a result of earlier settings with these could gain nothing: the engine had at least the same choice
 * of formats then, at the same or a lower quality, and nothing is to change. The result must not carry metadata that is
 * to be removed now.
 */
export function isMetByResult(
  settings: CompressionSettings,
  earlier: CompressionSettings,
  result: EncodedFormat,
): boolean {
  const { quality, preserve = [] } = settings;
  const isClean = (earlier.preserve ?? []).every((kind) => preserve.includes(kind));
  return (
    changesNothing(settings) &&
    changesNothing(earlier) &&
    isClean &&
    earlier.quality <= quality &&
    allowsFormat(settings, result) &&
    formatsOf(settings).every((format) => allowsFormat(earlier, format))
  );
}

export const defaultSettings: CompressionSettings = {
  quality: defaultQuality,
  format: 'auto',
  resize: null,
  filter: 'none',
};
