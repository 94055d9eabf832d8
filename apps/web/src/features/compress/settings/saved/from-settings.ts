import {
  type CompressionSettings,
  type Preset,
  presetQualities,
  type Resize,
} from '@gossamer/contracts/settings';
import {
  initialSettings,
  isSameSettings,
  presets,
  type SettingsForm,
  toSettings,
} from '../compress-settings.ts';

/**
 * Returns the form that shows the given settings, as the inverse of `toSettings`. Returns undefined if the form cannot
 * show all of the settings, such as a background color or a fit that crops the image.
 */
export function fromSettings(settings: CompressionSettings): SettingsForm | undefined {
  const { quality, format, formats, resize, filter, background, preserve = [] } = settings;
  if (formats !== undefined || background !== undefined || preserve.length > 0) return undefined;
  const maintainAspect = resize === null ? initialSettings.maintainAspect : maintainsAspect(resize);
  const size = fileSizeFields(settings);
  if (maintainAspect === undefined || size === undefined) return undefined;
  return {
    preset: presetOf(quality),
    quality,
    format,
    isResizing: resize !== null,
    widthText: sideText(resize?.widthPx),
    heightText: sideText(resize?.heightPx),
    maintainAspect,
    filter,
    ...size,
  };
}

/** Returns whether compressing with the form has the same effect as compressing with the settings. */
export function showsSettings(form: SettingsForm, settings: CompressionSettings): boolean {
  const shown = fromSettings(settings);
  return shown !== undefined && isSameSettings(toSettings(form), toSettings(shown));
}

type SizeFields = Pick<SettingsForm, 'goal' | 'maxKilobytesText' | 'minKilobytesText' | 'mayShrink'>;

/** Returns the fields of the file size, or undefined if the form cannot show it: it has whole kilobytes only. */
function fileSizeFields({ maxBytes, minBytes, onUnreachable }: CompressionSettings): SizeFields | undefined {
  const { goal, maxKilobytesText, minKilobytesText, mayShrink } = initialSettings;
  if (maxBytes === undefined && minBytes === undefined)
    return { goal, maxKilobytesText, minKilobytesText, mayShrink };
  const [max, min] = [(maxBytes ?? 0) / 1_000, (minBytes ?? 0) / 1_024];
  if (onUnreachable === 'fail' || !Number.isInteger(max) || !Number.isInteger(min)) return undefined;
  const text = (kilobytes: number) => (kilobytes === 0 ? '' : String(kilobytes));
  return {
    goal: 'size',
    maxKilobytesText: text(max),
    minKilobytesText: text(min),
    mayShrink: onUnreachable === 'shrink',
  };
}

function presetOf(quality: number): Preset | 'custom' {
  return presets.find((preset) => presetQualities[preset] === quality) ?? 'custom';
}

/** Returns whether the aspect ratio is kept, or undefined if the image is cropped. */
function maintainsAspect({ fit, maintainAspect }: Resize): boolean | undefined {
  if (fit === undefined) return maintainAspect;
  if (fit === 'inside') return true;
  return fit === 'fill' ? false : undefined;
}

const sideText = (sidePx: number | undefined) => (sidePx === undefined ? '' : String(sidePx));
