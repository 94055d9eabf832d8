import { encodedFormats } from '@gossamer/contracts/formats';
import { type CompressionSettings, defaultUnreachable } from '@gossamer/contracts/settings';
import { initialSettings, isSameSettings, type SettingsForm, toSettings } from '../compress-settings.ts';
import { presetOf } from '../preset-of.ts';
import { fromResize } from './from-resize.ts';

/**
 * Returns the form that shows the given settings (the inverse of `toSettings`), or undefined if the form cannot show a
 * file size limit, because it accepts only whole kilobytes.
 */
export function fromSettings(settings: CompressionSettings): SettingsForm | undefined {
  const { quality, format, formats, resize, filter, background, preserve = [], variants } = settings;
  const size = fileSizeFields(settings);
  if (size === undefined) return undefined;
  return {
    preset: presetOf(quality),
    quality,
    format,
    autoFormats: formats
      ? encodedFormats.filter((each) => formats.includes(each))
      : initialSettings.autoFormats,
    ...fromResize(resize),
    filter,
    isFilling: background !== undefined,
    background: background ?? initialSettings.background,
    preserve,
    ...size,
    isSrgb: settings.color === 'srgb',
    dropsHdr: settings.hdr === 'drop',
    isArchiving: settings.archive === true,
    isForWeb: variants !== undefined,
    webWidths: variants?.widths ?? initialSettings.webWidths,
    webDensities: variants?.densities ?? initialSettings.webDensities,
    webFormats: variants?.formats ?? initialSettings.webFormats,
  };
}

/** Returns whether compressing with the form has the same effect as compressing with the settings. */
export function showsSettings(form: SettingsForm, settings: CompressionSettings): boolean {
  const shown = fromSettings(settings);
  return shown !== undefined && isSameSettings(toSettings(form), toSettings(shown));
}

type SizeFields = Pick<SettingsForm, 'goal' | 'maxKilobytesText' | 'minKilobytesText' | 'onUnreachable'>;

/** Returns the form fields for the file size limits, or undefined if the form cannot show the limits. */
function fileSizeFields({
  maxBytes,
  minBytes,
  onUnreachable = defaultUnreachable,
}: CompressionSettings): SizeFields | undefined {
  if (maxBytes === undefined && minBytes === undefined) {
    const { goal, maxKilobytesText, minKilobytesText } = initialSettings;
    return { goal, maxKilobytesText, minKilobytesText, onUnreachable: initialSettings.onUnreachable };
  }
  const [max, min] = [(maxBytes ?? 0) / 1_000, (minBytes ?? 0) / 1_024];
  if (!Number.isInteger(max) || !Number.isInteger(min)) return undefined;
  const text = (kilobytes: number) => (kilobytes === 0 ? '' : String(kilobytes));
  return { goal: 'size', maxKilobytesText: text(max), minKilobytesText: text(min), onUnreachable };
}
