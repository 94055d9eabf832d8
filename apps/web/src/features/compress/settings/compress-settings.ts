import type { OutputFormat } from '@gossamer/contracts/formats';
import {
  type ColorFilter,
  type CompressionSettings,
  defaultSettings,
  type FileSizeSettings,
  fileSizeLimits,
  maxResizePx,
  type Preset,
  presetQualities,
  type QualityLabel,
  qualityLabels,
  toFileSizeSettings,
} from '@gossamer/contracts/settings';

/** State of the settings form. `toSettings` converts it to `CompressionSettings`. */
export type SettingsForm = {
  preset: Preset | 'custom';
  quality: number;
  format: OutputFormat;
  isResizing: boolean;
  widthText: string;
  heightText: string;
  maintainAspect: boolean;
  filter: ColorFilter;
  /** Whether the images should have a quality or a file size. */
  goal: 'quality' | 'size';
  maxKilobytesText: string;
  minKilobytesText: string;
  /** Whether width and height may be reduced to reach the file size. */
  mayShrink: boolean;
};

export const initialSettings: SettingsForm = {
  preset: 'high',
  quality: defaultSettings.quality,
  format: defaultSettings.format,
  isResizing: false,
  widthText: '',
  heightText: '',
  maintainAspect: true,
  filter: defaultSettings.filter,
  goal: 'quality',
  maxKilobytesText: '100',
  minKilobytesText: '',
  mayShrink: true,
};

/** Returns whether all settings have their default values. */
export function isInitial(form: SettingsForm): boolean {
  const fields = Object.keys(initialSettings) as (keyof SettingsForm)[];
  return fields.every((field) => form[field] === initialSettings[field]);
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

/** Returns only the digits of a text, limited to the number of digits of the maximum image side. */
export function cleanSideText(text: string): string {
  return text.replace(/\D/g, '').slice(0, String(maxResizePx).length);
}

/** Returns an entered image side in pixels, clamped to the limits, or undefined if the field is empty. */
export function sidePx(text: string): number | undefined {
  if (text === '') return undefined;
  return Math.min(Math.max(Number(text), 1), maxResizePx);
}

/** Number of digits in the maximum file size, 100,000 KB. */
const kilobyteDigits = 6;

/** Returns only the digits of an entered file size. */
export function cleanKilobytesText(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '').slice(0, kilobyteDigits);
}

/**
 * Returns the entered limits of the file size in bytes. A kilobyte has 1,000 bytes in a maximum and 1,024 in a minimum,
 * so that the file fits whichever is meant.
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
    onUnreachable: form.mayShrink ? 'shrink' : 'closest',
  });
}

/** Returns whether two settings are equal, regardless of the order of their keys. */
export function isSameSettings(one: CompressionSettings, other: CompressionSettings): boolean {
  const keys = [one, other].flatMap((settings) => [
    ...Object.keys(settings),
    ...Object.keys(settings.resize ?? {}),
  ]);
  // As a replacer, a list of keys also determines their order.
  const inOrder = [...new Set(keys)].sort();
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

export function toSettings(form: SettingsForm): CompressionSettings {
  const widthPx = sidePx(form.widthText);
  const heightPx = sidePx(form.heightText);
  const isAsked = form.isResizing && (widthPx !== undefined || heightPx !== undefined);
  return {
    quality: form.quality,
    format: form.format,
    resize: isAsked ? { widthPx, heightPx, maintainAspect: form.maintainAspect } : null,
    filter: form.filter,
    ...fileSizeSettings(form),
  };
}
