import { toVariantSettings, variantDensities, variantFormats } from '@gossamer/contracts/variant-settings';
import { describe, expect, it } from 'vitest';
import { initialSettings, isSameSettings, type SettingsForm, toSettings } from './compress-settings.ts';
import { toggled } from './toggled.ts';
import {
  cleanWidthText,
  isPossibleWidth,
  listedWidths,
  toggledWidths,
  webCounts,
  webFaultOf,
} from './web-form.ts';

const forWeb: SettingsForm = { ...initialSettings, isForWeb: true };

describe('settings for a web page', () => {
  it('contain the chosen widths, densities and formats, in the form in which they are stored', () => {
    const form: SettingsForm = { ...forWeb, webWidths: [400, 'original'], webDensities: [1, 2] };
    const { variants } = toSettings(form);
    expect(variants).toEqual({ widths: [400, 'original'], densities: [1, 2], formats: ['avif', 'webp'] });
    expect(variants && toVariantSettings(variants)).toEqual(variants);
  });

  it('replace the format, the dimensions and the file size, and keep everything else', () => {
    const settings = toSettings({
      ...forWeb,
      format: 'png',
      autoFormats: ['webp'],
      isResizing: true,
      widthText: '800',
      goal: 'size',
      quality: 60,
      filter: 'sepia',
      preserve: ['copyright'],
    });
    expect(settings).toEqual({
      quality: 60,
      format: 'auto',
      resize: null,
      filter: 'sepia',
      preserve: ['copyright'],
      variants: { widths: [400, 800, 1_200, 'original'], densities: [1], formats: ['avif', 'webp'] },
    });
  });

  it('have no effect while the section is off', () => {
    expect(toSettings({ ...initialSettings, webWidths: [64] })).toEqual(toSettings(initialSettings));
  });

  it('differ if only a width, a density or a format differs', () => {
    for (const part of [{ webWidths: [400] }, { webDensities: [2] }, { webFormats: ['jxl'] }] as const) {
      const other = toSettings({ ...forWeb, ...structuredClone(part) } as SettingsForm);
      expect(isSameSettings(toSettings(forWeb), other)).toBe(false);
      expect(isSameSettings(other, JSON.parse(JSON.stringify(other)))).toBe(true);
    }
  });
});

describe('the widths', () => {
  it('are sorted, with the original last', () => {
    expect(toggledWidths(forWeb, 1_024)).toEqual([400, 800, 1_024, 1_200, 'original']);
    expect(toggledWidths(forWeb, 800)).toEqual([400, 1_200, 'original']);
    expect(toggledWidths(forWeb, 'original')).toEqual([400, 800, 1_200]);
  });

  it('are listed together with those that the user has added', () => {
    expect(listedWidths({ ...forWeb, webWidths: [1_024] })).toEqual([
      320,
      400,
      640,
      800,
      1_024,
      1_200,
      1_600,
      1_920,
      'original',
    ]);
  });

  it('are entered as up to five digits', () => {
    expect(['0800', '1,600 px', '163839', 'x'].map(cleanWidthText)).toEqual(['800', '1600', '16383', '']);
    expect([0, 15, 16, 16_383, 16_384].map(isPossibleWidth)).toEqual([false, false, true, true, false]);
  });

  it('are limited to 12 after applying the densities', () => {
    const widths = Array.from({ length: 12 }, (_, index) => 100 * (index + 1));
    expect(webFaultOf({ ...forWeb, webWidths: [] })).toBe('noWidth');
    expect(webFaultOf({ ...forWeb, webWidths: widths })).toBeUndefined();
    expect(webFaultOf({ ...forWeb, webWidths: [...widths, 'original'] })).toBe('tooMany');
    expect(webFaultOf({ ...forWeb, webWidths: [...widths, 1_300] })).toBe('tooMany');
    // The double of some widths is another width.
    expect(webFaultOf({ ...forWeb, webWidths: widths.slice(0, 8), webDensities: [1, 2] })).toBeUndefined();
    expect(webFaultOf({ ...forWeb, webWidths: widths.slice(0, 9), webDensities: [1, 2] })).toBe('tooMany');
  });

  it('determine the number of files, together with densities and formats', () => {
    expect(webCounts(forWeb)).toEqual({ widths: 4, files: 12 });
    expect(webCounts({ ...forWeb, webWidths: [400, 800], webDensities: [1, 2], webFormats: [] })).toEqual({
      widths: 3,
      files: 3,
    });
  });
});

it('toggling adds and removes an item and keeps the order', () => {
  expect(toggled(variantFormats, ['webp'], 'avif')).toEqual(['avif', 'webp']);
  expect(toggled(variantDensities, [1, 2], 1)).toEqual([2]);
});
