import {
  requestedWidthsPx,
  toVariantSettings,
  type VariantSettings,
  variantWidthLimits,
} from '@gossamer/contracts/variant-settings';
import { type SettingsForm, toSettings } from './compress-settings.ts';

export type WebWidth = VariantSettings['widths'][number];

/** Widths that the form offers: those of common phones, tablets and laptops. */
export const offeredWidths: readonly WebWidth[] = [320, 400, 640, 800, 1_200, 1_600, 1_920, 'original'];

/** Number of digits in the maximum width, 16,383 pixels. */
const widthDigits = 5;

/** Returns the digits of an entered width, without leading zeros. */
export const cleanWidthText = (text: string): string =>
  text.replace(/\D/g, '').replace(/^0+/, '').slice(0, widthDigits);

/** Returns whether a width can be requested. */
export function isPossibleWidth(widthPx: number): boolean {
  return widthPx >= variantWidthLimits.minPx && widthPx <= variantWidthLimits.maxPx;
}

/** Returns the offered widths and those that the user has added, in ascending order. */
export const listedWidths = ({ webWidths }: SettingsForm): WebWidth[] =>
  toVariantSettings({ widths: [...offeredWidths, ...webWidths] }).widths;

/** Returns the widths with the given one added, or removed if it is among them. */
export function toggledWidths({ webWidths }: SettingsForm, width: WebWidth): WebWidth[] {
  const widths = webWidths.includes(width)
    ? webWidths.filter((each) => each !== width)
    : [...webWidths, width];
  return toVariantSettings({ widths }).widths;
}

export type WebFault = 'noWidth' | 'tooMany';

/** Returns why the widths and densities of a form cannot be requested, or undefined if they can. */
export function webFaultOf({ webWidths, webDensities }: SettingsForm): WebFault | undefined {
  if (webWidths.length === 0) return 'noWidth';
  const requested = requestedWidthsPx({ widths: webWidths, densities: [...webDensities], formats: [] });
  const { maxWidths } = variantWidthLimits;
  return requested.length > maxWidths || webWidths.length > maxWidths ? 'tooMany' : undefined;
}

/** Returns the number of widths and of files that are made from an image that is wider than all widths. */
export function webCounts(form: SettingsForm): { widths: number; files: number } {
  const { variants } = toSettings(form);
  if (!variants) return { widths: 0, files: 0 };
  const widths = requestedWidthsPx(variants).length + (variants.widths.includes('original') ? 1 : 0);
  return { widths, files: widths * (variants.formats.length + 1) };
}
