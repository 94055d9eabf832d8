import type { ColorChoice, HdrChoice } from './color-choices.ts';
import {
  autoFormats,
  type EncodedFormat,
  encodedFormats,
  type InputFormat,
  modernFormats,
  type OutputFormat,
  sameFormatOf,
} from './formats.ts';
import type { VariantSettings } from './variant-settings.ts';

export const minQuality = 10;
export const maxQuality = 100;
export const qualityStep = 5;
const defaultQuality = 85;

/** Quality of each preset (spec.md section 4). Moving the quality slider selects the preset `custom`. */
export const presetQualities = { best: 95, high: 85, medium: 70, small: 50, minimum: 30 } as const;
export type Preset = keyof typeof presetQualities;

/** Returns the quality of the next preset below a quality, or undefined if there is none. */
export function lowerPresetQuality(quality: number): number | undefined {
  const lower = Object.values(presetQualities).filter((preset) => preset < quality);
  return lower.length > 0 ? Math.max(...lower) : undefined;
}

/**
 * Labels of the quality slider, each with the lowest quality it applies to. The slider shows the first matching label
 * (spec.md section 2).
 */
export const qualityLabels = [
  { label: 'best', from: 85 },
  { label: 'high', from: 70 },
  { label: 'medium', from: 50 },
  { label: 'small', from: 0 },
] as const;
export type QualityLabel = (typeof qualityLabels)[number]['label'];

export const colorFilters = ['none', 'grayscale', 'sepia', 'vintage'] as const;
export type ColorFilter = (typeof colorFilters)[number];

/** Maximum width or height that can be requested, in pixels. WebP does not support larger images. */
export const maxResizePx = 16_383;

/**
 * Specifies how an image is fitted to the target size. `inside`: scaled to fit within width and height. `fill`:
 * stretched to width and height. `cover`: cropped to width and height around the most salient part. `thumb`: like
 * `cover`, but an object on a plain background is shown completely and its background extended.
 */
export const resizeFits = ['inside', 'fill', 'cover', 'thumb'] as const;
export type ResizeFit = (typeof resizeFits)[number];

/** Values of `fit` that crop the image and therefore need both width and height. */
export const croppingFits = ['cover', 'thumb'] as const satisfies readonly ResizeFit[];

/** Maximum of `Resize.percent`. It is below 100, because resizing always makes an image smaller. */
export const maxResizePercent = 99;

/** Target size: `percent`, or the width, the height or both in pixels. Images are never enlarged. */
export interface Resize {
  widthPx?: number | undefined;
  heightPx?: number | undefined;
  /** Width and height relative to the original, 1 to 99. */
  percent?: number | undefined;
  /** Whether to keep the aspect ratio. Used only if `fit` is absent: true means `inside`, false means `fill`. */
  maintainAspect: boolean;
  fit?: ResizeFit | undefined;
}

/** Types of metadata that can be preserved, in alphabetical order. */
export const preservableMetadata = ['copyright', 'creation', 'location'] as const;
export type PreservableMetadata = (typeof preservableMetadata)[number];

/**
 * What to do if no encoding of the image is within the requested file size. `closest`: return the file whose size is
 * closest. `fail`: fail with `size_unreachable`. `shrink`: reduce the width and height until the file fits at an
 * acceptable quality.
 */
export const unreachableChoices = ['closest', 'fail', 'shrink'] as const;
export type UnreachableChoice = (typeof unreachableChoices)[number];
export const defaultUnreachable: UnreachableChoice = 'closest';

/** Range of file sizes that can be requested, in bytes. The smallest icons take a few hundred bytes. */
export const fileSizeLimits = { minBytes: 100, maxBytes: 100_000_000 } as const;

/** All settings of one compression. Their schema is in compression-settings.ts. */
export interface CompressionSettings {
  quality: number;
  /** Requested format; `auto` if `formats` is set. */
  format: OutputFormat;
  /**
   * Formats to try; the engine returns the smallest result. Images with transparency are not converted to JPEG unless a
   * background is set.
   */
  formats?: EncodedFormat[] | undefined;
  resize: Resize | null;
  filter: ColorFilter;
  /** Background color for transparent areas, as lower-case `#rrggbb`. The color filter also applies to it. */
  background?: string | undefined;
  /** Types of metadata to keep, unique and in alphabetical order. All other metadata is removed. */
  preserve?: PreservableMetadata[] | undefined;
  /** Whether to convert all colors to sRGB. Absent for `keep`, the default. */
  color?: ColorChoice | undefined;
  /** Whether to remove the gain map of an HDR image. Absent for `keep`, the default. */
  hdr?: HdrChoice | undefined;
  /** Maximum size of the result in bytes. If set, `quality` is ignored: the result has the best quality that fits. */
  maxBytes?: number | undefined;
  /** Minimum size of the result in bytes. Smaller results are encoded again at a higher quality, but never padded. */
  minBytes?: number | undefined;
  /** What to do if no file is within the limits. Absent for `closest`, the default. */
  onUnreachable?: UnreachableChoice | undefined;
  /**
   * Whether a JPEG is stored as JPEG XL from which it can be restored bit for bit, with all its metadata. Absent for
   * false. The quality is ignored, and no other setting may change the image.
   */
  archive?: true | undefined;
  /** The widths and formats to make for a web page. The result is then the widest file in a format of all browsers. */
  variants?: VariantSettings | undefined;
}

/**
 * Returns whether the settings leave the visible image unchanged, apart from its encoding. A background counts as a
 * change, because it can be visible; preserved metadata does not.
 */
export function changesNothing({ resize, filter, background }: CompressionSettings): boolean {
  return resize === null && filter === 'none' && background === undefined;
}

/** Settings for an image whose format is known. */
export type ResolvedSettings = CompressionSettings & { format: Exclude<OutputFormat, 'same'> };

/** Returns the settings for an image in the given format, with the format `same` replaced. */
export function resolveFormat(
  settings: CompressionSettings,
  input: InputFormat | EncodedFormat,
): ResolvedSettings {
  const { format } = settings;
  return { ...settings, format: format === 'same' ? sameFormatOf(input) : format };
}

/** Returns the output formats given in the settings, or undefined if they are `auto`. */
export function namedFormats({
  format,
  formats,
  archive,
}: ResolvedSettings): readonly EncodedFormat[] | undefined {
  if (archive) return ['jxl'];
  if (formats) return encodedFormats.filter((each) => formats.includes(each));
  if (format === 'modern') return modernFormats;
  return format === 'auto' ? undefined : [format];
}

/** Returns the output formats that the settings allow. */
export const formatsOf = (settings: ResolvedSettings): readonly EncodedFormat[] =>
  namedFormats(settings) ?? autoFormats;

/** Returns whether the settings allow the given output format. */
export function allowsFormat(settings: ResolvedSettings, result: EncodedFormat): boolean {
  return formatsOf(settings).includes(result);
}

/** The settings that limit the file size, which can contain default values. */
export type FileSizeSettings = Pick<CompressionSettings, 'maxBytes' | 'minBytes' | 'onUnreachable'>;

/** Returns the file size limits as they are stored: without default values, so that equal settings are equal. */
export function toFileSizeSettings({
  maxBytes,
  minBytes,
  onUnreachable,
}: FileSizeSettings): FileSizeSettings {
  if (maxBytes === undefined && minBytes === undefined) return {};
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(minBytes !== undefined && { minBytes }),
    ...(onUnreachable && onUnreachable !== defaultUnreachable && { onUnreachable }),
  };
}

/** The settings for colors outside sRGB, which can contain default values. */
export type ColorSettings = Pick<CompressionSettings, 'color' | 'hdr'>;

/** Returns the settings for colors as they are stored: without default values, so that equal settings are equal. */
export function toColorSettings({ color, hdr }: ColorSettings): ColorSettings {
  return { ...(color === 'srgb' && { color }), ...(hdr === 'drop' && { hdr }) };
}

/** Returns whether the settings limit the size of the result. */
export function limitsFileSize({ maxBytes, minBytes }: FileSizeSettings): boolean {
  return maxBytes !== undefined || minBytes !== undefined;
}

export const defaultSettings: CompressionSettings = {
  quality: defaultQuality,
  format: 'auto',
  resize: null,
  filter: 'none',
};
