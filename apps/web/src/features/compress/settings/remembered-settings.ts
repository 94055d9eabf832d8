import { encodedFormats, outputFormats } from '@gossamer/contracts/formats';
import {
  colorFilters,
  maxQuality,
  minQuality,
  preservableMetadata,
  presetQualities,
  unreachableChoices,
} from '@gossamer/contracts/settings';
import { stored } from '../../../lib/stored.ts';
import { cleanKilobytesText, initialSettings, presets, type SettingsForm } from './compress-settings.ts';
import { cleanPercentText, cleanSideText, resizeCrops, resizeModes } from './resize-form.ts';

const storageKey = 'gossamer.settings';

type Field = keyof SettingsForm;

const isSide = (value: unknown) => typeof value === 'string' && value === cleanSideText(value);
const isKilobytes = (value: unknown) => typeof value === 'string' && value === cleanKilobytesText(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
/** Returns a function that checks whether a value is a list of some of the given values, in the same order. */
const isPartOf = (values: readonly unknown[], minLength: number) => (value: unknown) =>
  Array.isArray(value) &&
  value.length >= minLength &&
  JSON.stringify(value) === JSON.stringify(values.filter((each) => value.includes(each)));

/** For each field, a function that validates the stored value, which may come from another version of the web app. */
const isValid: { [Name in Field]: (value: unknown) => boolean } = {
  preset: isOneOf([...presets, 'custom']),
  quality: (value) => Number.isInteger(value) && Number(value) >= minQuality && Number(value) <= maxQuality,
  format: isOneOf(outputFormats),
  autoFormats: isPartOf(encodedFormats, 1),
  isResizing: isBoolean,
  resizeBy: isOneOf(resizeModes),
  widthText: isSide,
  heightText: isSide,
  maintainAspect: isBoolean,
  crop: isOneOf(resizeCrops),
  longSideText: isSide,
  percentText: (value) => typeof value === 'string' && value === cleanPercentText(value),
  filter: isOneOf(colorFilters),
  isFilling: isBoolean,
  background: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value),
  preserve: isPartOf(preservableMetadata, 0),
  goal: isOneOf(['quality', 'size']),
  maxKilobytesText: isKilobytes,
  minKilobytesText: isKilobytes,
  onUnreachable: isOneOf(unreachableChoices),
  isSrgb: isBoolean,
  dropsHdr: isBoolean,
  isArchiving: isBoolean,
  isForWeb: isBoolean,
  webWidths: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((width) => width === 'original' || width > 0),
  // These lists are repeated, because importing them would add a chunk to the initial load.
  webDensities: isPartOf([1, 2, 3], 1),
  webFormats: isPartOf(['avif', 'jxl', 'webp'], 0),
};

/** Returns the settings that the user last chose on this device, without invalid fields. */
export function readRememberedSettings(): Partial<SettingsForm> {
  const found = parse(stored.read(storageKey));
  const fields = (Object.keys(initialSettings) as Field[]).filter((field) => isValid[field](found[field]));
  const form: Partial<SettingsForm> = Object.fromEntries(fields.map((field) => [field, found[field]]));
  const { preset, quality } = form;
  if (preset && preset !== 'custom' && presetQualities[preset] !== quality) form.preset = 'custom';
  return form;
}

export function rememberSettings(form: SettingsForm): void {
  stored.write(storageKey, JSON.stringify(form));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') };
  } catch {
    return {};
  }
}
