import { autoFormats, type EncodedFormat, type OutputFormat } from '@gossamer/contracts/formats';
import {
  type ColorFilter,
  type CompressionSettings,
  defaultSettings,
  type FileSizeSettings,
  fileSizeLimits,
  type PreservableMetadata,
  type Preset,
  presetQualities,
  type QualityLabel,
  qualityLabels,
  toColorSettings,
  toFileSizeSettings,
  type UnreachableChoice,
} from '@gossamer/contracts/settings';
import type { VariantDensity, VariantFormat, VariantSettings } from '@gossamer/contracts/variant-settings';
import { initialResize, type ResizeForm, toResize } from './resize-form.ts';

/** State of the settings form. `toSettings` converts it to `CompressionSettings`. */
export type SettingsForm = ResizeForm & {
  preset: Preset | 'custom';
  quality: number;
  format: OutputFormat;
  /** Formats that Auto chooses from, in the order of `encodedFormats`. Ignored for other formats. */
  autoFormats: readonly EncodedFormat[];
  filter: ColorFilter;
  /** Whether transparent areas are filled with the background color. */
  isFilling: boolean;
  background: string;
  /** Types of metadata to keep, in alphabetical order. */
  preserve: readonly PreservableMetadata[];
  /** Whether images are compressed to a given quality or to a given file size. */
  goal: 'quality' | 'size';
  maxKilobytesText: string;
  minKilobytesText: string;
  /** What to do if the file size cannot be reached. */
  onUnreachable: UnreachableChoice;
  /** Whether all colors are converted to sRGB. */
  isSrgb: boolean;
  /** Whether the high dynamic range of HDR images is removed. */
  dropsHdr: boolean;
  /** Whether JPEGs are archived without loss. If so, all other settings are ignored. */
  isArchiving: boolean;
  /**
   * Whether each image is made in several widths and formats for a web page. If so, the settings for formats, sizes and
   * file sizes are ignored.
   */
  isForWeb: boolean;
  /** Widths in CSS pixels in ascending order, followed by `original` if it is chosen. Never empty. */
  webWidths: VariantSettings['widths'];
  webDensities: readonly VariantDensity[];
  /** Formats in addition to JPEG or PNG, in the order of `variantFormats`. */
  webFormats: readonly VariantFormat[];
};

export const initialSettings: SettingsForm = {
  preset: 'high',
  quality: defaultSettings.quality,
  format: defaultSettings.format,
  autoFormats,
  ...initialResize,
  filter: defaultSettings.filter,
  isFilling: false,
  background: '#ffffff',
  preserve: [],
  goal: 'quality',
  maxKilobytesText: '100',
  minKilobytesText: '',
  onUnreachable: 'shrink',
  isSrgb: false,
  dropsHdr: false,
  isArchiving: false,
  isForWeb: false,
  webWidths: [400, 800, 1_200, 'original'],
  webDensities: [1],
  webFormats: ['avif', 'webp'],
};

/** Returns whether the values of two fields are equal. A value is a primitive or an array. */
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether all settings have their default values. */
export function isInitial(form: SettingsForm): boolean {
  const fields = Object.keys(initialSettings) as (keyof SettingsForm)[];
  return fields.every((field) => isEqual(form[field], initialSettings[field]));
}

export const presets = Object.keys(presetQualities) as Preset[];

export function choosePreset(form: SettingsForm, preset: Preset): SettingsForm {
  return { ...form, preset, quality: presetQualities[preset] };
}

export function moveQuality(form: SettingsForm, quality: number): SettingsForm {
  return quality === form.quality ? form : { ...form, preset: 'custom', quality };
}

export function qualityLabelOf(quality: number): QualityLabel {
  return qualityLabels.find(({ from }) => quality >= from)?.label ?? 'small';
}

/** Number of digits in the maximum file size, 100,000 KB. */
const kilobyteDigits = 6;

/** Returns the digits of an entered file size, without leading zeros. */
export function cleanKilobytesText(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '').slice(0, kilobyteDigits);
}

/**
 * Returns the entered file size limits in bytes. A kilobyte counts as 1,000 bytes in a maximum and as 1,024 in a
 * minimum, so that the result meets the limits under both definitions.
 */
export function fileBytes(form: SettingsForm): {
  maxBytes: number | undefined;
  minBytes: number | undefined;
} {
  const bytes = (text: string, kilobyte: number) =>
    text === '' ? undefined : Math.min(Number(text) * kilobyte, fileSizeLimits.maxBytes);
  return { maxBytes: bytes(form.maxKilobytesText, 1_000), minBytes: bytes(form.minKilobytesText, 1_024) };
}

/** Returns whether the entered minimum is larger than the maximum. */
export function isSizeContradictory(form: SettingsForm): boolean {
  const { maxBytes = Infinity, minBytes = 0 } = fileBytes(form);
  return minBytes > maxBytes;
}

function fileSizeSettings(form: SettingsForm): FileSizeSettings {
  if (form.goal !== 'size') return {};
  const { maxBytes, minBytes } = fileBytes(form);
  return toFileSizeSettings({
    maxBytes,
    minBytes: isSizeContradictory(form) ? undefined : minBytes,
    onUnreachable: form.onUnreachable,
  });
}

/** Returns whether two settings are equal, regardless of the order of their keys. */
export function isSameSettings(one: CompressionSettings, other: CompressionSettings): boolean {
  const keys = [one, other].flatMap((each) => Object.keys({ ...each, ...each.resize, ...each.variants }));
  // If the replacer of `JSON.stringify` is an array of keys, it also determines their order.
  const inOrder = [...new Set(keys)].sort();
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

/** Returns whether the formats that Auto chooses from differ from the default. */
export function hasOwnFormats({ format, autoFormats }: SettingsForm): boolean {
  return format === 'auto' && !isEqual(autoFormats, initialSettings.autoFormats);
}

export function toSettings(form: SettingsForm): CompressionSettings {
  const { quality, format, filter, background, preserve } = form;
  if (form.isArchiving) return { quality, format: 'jxl', resize: null, filter: 'none', archive: true };
  if (form.isForWeb) {
    const { webWidths: widths, webDensities: densities, webFormats: formats } = form;
    const others = {
      isForWeb: false,
      format: 'auto',
      autoFormats,
      isResizing: false,
      goal: 'quality',
    } as const;
    return {
      ...toSettings({ ...form, ...others }),
      variants: { widths, densities: [...densities], formats: [...formats] },
    };
  }
  return {
    quality,
    format,
    ...(hasOwnFormats(form) && { formats: [...form.autoFormats] }),
    resize: toResize(form),
    filter,
    ...(form.isFilling && { background }),
    ...(preserve.length > 0 && { preserve: [...preserve] }),
    ...toColorSettings({ color: form.isSrgb ? 'srgb' : 'keep', hdr: form.dropsHdr ? 'drop' : 'keep' }),
    ...fileSizeSettings(form),
  };
}
