import type { OutputFormat } from '@gossamer/contracts/formats';
import {
  type ColorFilter,
  type CompressionSettings,
  defaultSettings,
  maxResizePx,
  type Preset,
  presetQualities,
  type QualityLabel,
  qualityLabels,
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

export function toSettings(form: SettingsForm): CompressionSettings {
  const widthPx = sidePx(form.widthText);
  const heightPx = sidePx(form.heightText);
  const isAsked = form.isResizing && (widthPx !== undefined || heightPx !== undefined);
  return {
    quality: form.quality,
    format: form.format,
    resize: isAsked ? { widthPx, heightPx, maintainAspect: form.maintainAspect } : null,
    filter: form.filter,
  };
}
