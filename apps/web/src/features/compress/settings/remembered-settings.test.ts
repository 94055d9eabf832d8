// @vitest-environment jsdom
import { variantDensities, variantFormats } from '@gossamer/contracts/variant-settings';
import { beforeEach, describe, expect, it } from 'vitest';
import { initialSettings, isInitial } from './compress-settings.ts';
import { readRememberedSettings, rememberSettings } from './remembered-settings.ts';

beforeEach(() => localStorage.clear());

const store = (value: unknown) => localStorage.setItem('gossamer.settings', JSON.stringify(value));

describe('remembered settings', () => {
  it('equal the settings that the user chose', () => {
    const form = {
      ...initialSettings,
      preset: 'custom' as const,
      quality: 60,
      format: 'same' as const,
      isResizing: true,
      widthText: '800',
      isForWeb: true,
      webWidths: [320, 1_024, 'original'] as const,
      webDensities: variantDensities,
      webFormats: variantFormats,
    };
    rememberSettings({ ...form, webWidths: [...form.webWidths] });
    expect(readRememberedSettings()).toEqual(form);
  });

  it('are empty if nothing valid is stored', () => {
    expect(readRememberedSettings()).toEqual({});
    for (const value of [null, 7, 'text', [], { quality: 900, format: 'gif', widthText: '8e3', filter: 1 }]) {
      store(value);
      expect(readRememberedSettings()).toEqual({});
    }
    localStorage.setItem('gossamer.settings', '{');
    expect(readRememberedSettings()).toEqual({});
  });

  it('do not include invalid fields', () => {
    store({
      quality: 70,
      preset: 'medium',
      format: 'gif',
      isResizing: 'yes',
      webWidths: [],
      webDensities: [4],
      webFormats: ['gif'],
    });
    expect(readRememberedSettings()).toEqual({ quality: 70, preset: 'medium' });
    store({ quality: 70, preset: 'medium', webWidths: ['wide'] });
    expect(readRememberedSettings()).toEqual({ quality: 70, preset: 'medium' });
  });

  it('have the preset Custom if their quality differs from that of the stored preset', () => {
    store({ quality: 75, preset: 'medium' });
    expect(readRememberedSettings()).toEqual({ quality: 75, preset: 'custom' });
  });
});

describe('isInitial', () => {
  it('returns whether every setting has its default value', () => {
    expect(isInitial({ ...initialSettings })).toBe(true);
    expect(isInitial({ ...initialSettings, filter: 'sepia' })).toBe(false);
  });
});
