import { outputFormats } from '@gossamer/contracts/formats';
import { type CompressionSettings, colorFilters, defaultSettings } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import {
  choosePreset,
  initialSettings,
  presets,
  type SettingsForm,
  toSettings,
} from '../compress-settings.ts';
import { fromSettings, showsSettings } from './from-settings.ts';

const resizing: SettingsForm = { ...initialSettings, isResizing: true };
const sized: SettingsForm = { ...initialSettings, goal: 'size', maxKilobytesText: '50' };
const forWeb: SettingsForm = {
  ...initialSettings,
  isForWeb: true,
  webWidths: [640, 'original'],
  webDensities: [1, 2],
  webFormats: ['jxl'],
};
const sides = { widthPx: 800, heightPx: 600, maintainAspect: true };
const withResize = (changes: object): CompressionSettings => ({
  ...defaultSettings,
  resize: { ...sides, ...changes },
});

describe('fromSettings', () => {
  it.each<[string, SettingsForm]>([
    ['the default settings', initialSettings],
    ...presets.map((preset): [string, SettingsForm] => [preset, choosePreset(initialSettings, preset)]),
    ['another quality', { ...initialSettings, preset: 'custom', quality: 60 }],
    ...outputFormats.map((format): [string, SettingsForm] => [format, { ...initialSettings, format }]),
    ...colorFilters.map((filter): [string, SettingsForm] => [filter, { ...initialSettings, filter }]),
    ['a width', { ...resizing, widthText: '800' }],
    ['a height', { ...resizing, heightText: '600' }],
    ['a file size', { ...sized, minKilobytesText: '20' }],
    ['a minimum size', { ...sized, maxKilobytesText: '', minKilobytesText: '20', onUnreachable: 'closest' }],
    ['a size that must be reached', { ...sized, onUnreachable: 'fail' }],
    ['a percentage', { ...resizing, resizeBy: 'percent', percentText: '50' }],
    ['a long side', { ...resizing, resizeBy: 'longSide', longSideText: '1920' }],
    ['a crop', { ...resizing, widthText: '1080', heightText: '1080', crop: 'cover' }],
    ['a crop around an object', { ...resizing, widthText: '1080', heightText: '800', crop: 'thumb' }],
    ['own formats for Auto', { ...initialSettings, autoFormats: ['webp', 'avif'] }],
    ['a background', { ...initialSettings, isFilling: true, background: '#00aaff' }],
    ['metadata to keep', { ...initialSettings, preserve: ['copyright', 'location'] }],
    ['sRGB without HDR', { ...initialSettings, isSrgb: true, dropsHdr: true }],
    ['variants for a web page', forWeb],
    ['both sides, stretched', { ...resizing, widthText: '1', heightText: '16383', maintainAspect: false }],
  ])('is the inverse of toSettings for %s', (_, form) => {
    expect(fromSettings(toSettings(form))).toEqual(form);
    // Stored settings are JSON, which has no undefined values.
    expect(fromSettings(JSON.parse(JSON.stringify(toSettings(form))))).toEqual(form);
  });

  it('returns a form that compresses with the same settings', () => {
    for (const settings of [
      { ...defaultSettings, quality: 33, filter: 'sepia' as const },
      withResize({}),
      withResize({ heightPx: undefined }),
      withResize({ maintainAspect: false }),
    ]) {
      const form = fromSettings(settings);
      expect(form && toSettings(form)).toEqual(settings);
    }
  });

  it('converts explicit fits and empty lists to the equivalent form fields', () => {
    expect(fromSettings(withResize({ fit: 'inside' }))?.maintainAspect).toBe(true);
    expect(fromSettings(withResize({ fit: 'fill' }))?.maintainAspect).toBe(false);
    expect(fromSettings({ ...defaultSettings, preserve: [] })).toEqual(initialSettings);
  });

  it.each<[string, CompressionSettings]>([
    ['a size between two kilobytes', { ...defaultSettings, maxBytes: 50_001 }],
  ])('returns undefined for settings with %s, which the form cannot show', (_, settings) => {
    expect(fromSettings(settings)).toBeUndefined();
    expect(showsSettings(initialSettings, settings)).toBe(false);
  });
});

describe('showsSettings', () => {
  it('ignores differences that do not change the result', () => {
    const settings = toSettings({ ...resizing, widthText: '800' });
    expect(showsSettings({ ...resizing, widthText: '800' }, settings)).toBe(true);
    expect(showsSettings({ ...resizing, preset: 'custom', widthText: '0800' }, settings)).toBe(true);
    expect(showsSettings({ ...initialSettings, widthText: '800' }, defaultSettings)).toBe(true);
  });

  it('returns false if any setting differs', () => {
    for (const changes of [{ quality: 60 }, { format: 'png' }, { filter: 'sepia' }] as const)
      expect(showsSettings({ ...initialSettings, ...changes }, defaultSettings)).toBe(false);
    expect(showsSettings(resizing, withResize({}))).toBe(false);
  });
});
