import { describe, expect, it } from 'vitest';
import {
  choosePreset,
  cleanKilobytesText,
  initialSettings,
  isSizeContradictory,
  moveQuality,
  qualityLabelOf,
  toSettings,
} from './compress-settings.ts';
import { cleanSideText } from './resize-form.ts';

describe('the quality presets', () => {
  // Spec: 3.38, 9.15
  it.each([
    ['best', 95],
    ['high', 85],
    ['medium', 70],
    ['small', 50],
    ['minimum', 30],
  ] as const)('map %s to the quality %i', (preset, quality) => {
    expect(choosePreset(initialSettings, preset)).toMatchObject({ preset, quality });
  });

  it('switch to Custom when the slider moves to another quality', () => {
    expect(moveQuality(initialSettings, 60)).toMatchObject({ preset: 'custom', quality: 60 });
    expect(moveQuality(initialSettings, initialSettings.quality)).toBe(initialSettings);
  });

  // Spec: 2.87, 9.21
  it.each([
    [100, 'best'],
    [85, 'best'],
    [80, 'high'],
    [70, 'high'],
    [65, 'medium'],
    [50, 'medium'],
    [45, 'small'],
    [10, 'small'],
  ])('label the quality %i as %s', (quality, label) => {
    expect(qualityLabelOf(quality)).toBe(label);
  });
});

describe('toSettings', () => {
  const resizing = { ...initialSettings, isResizing: true };

  // Spec: 3.41
  it('requests no resizing if both sides are empty or the checkbox is not checked', () => {
    expect(toSettings(resizing).resize).toBeNull();
    expect(toSettings({ ...initialSettings, widthText: '800' }).resize).toBeNull();
  });

  // Spec: 3.43
  it('includes a single side and preserves the aspect ratio by default', () => {
    expect(toSettings({ ...resizing, widthText: '800' }).resize).toEqual({
      widthPx: 800,
      heightPx: undefined,
      maintainAspect: true,
    });
  });

  // Spec: 3.42
  it('clamps the sides to the dimension limits of images', () => {
    const { resize } = toSettings({ ...resizing, widthText: '0', heightText: '99999' });
    expect(resize).toMatchObject({ widthPx: 1, heightPx: 16_383 });
  });

  it('receives at most five digits per side, because cleanSideText removes all other characters', () => {
    expect(cleanSideText('1 920px')).toBe('1920');
    expect(cleanSideText('12345678')).toBe('12345');
  });
});

describe('a file size', () => {
  const sized = { ...initialSettings, goal: 'size' as const, maxKilobytesText: '50' };

  it('is requested only if it is the goal', () => {
    expect(toSettings({ ...sized, goal: 'quality' })).not.toHaveProperty('maxBytes');
    expect(toSettings(sized)).toMatchObject({ maxBytes: 50_000, onUnreachable: 'shrink' });
    expect(toSettings({ ...sized, onUnreachable: 'closest' })).not.toHaveProperty('onUnreachable');
  });

  it('counts a kilobyte as 1,000 bytes in the maximum and as 1,024 bytes in the minimum', () => {
    expect(toSettings({ ...sized, minKilobytesText: '20' })).toMatchObject({
      maxBytes: 50_000,
      minBytes: 20_480,
    });
  });

  it('may have a minimum without a maximum', () => {
    const settings = toSettings({ ...sized, maxKilobytesText: '', minKilobytesText: '20' });
    expect(settings).toMatchObject({ minBytes: 20_480 });
    expect(settings).not.toHaveProperty('maxBytes');
    expect(toSettings({ ...sized, maxKilobytesText: '' })).not.toHaveProperty('onUnreachable');
  });

  it('is requested without the minimum if the minimum is above the maximum', () => {
    const form = { ...sized, minKilobytesText: '49' };
    expect([isSizeContradictory(form), isSizeContradictory(sized)]).toEqual([true, false]);
    expect(toSettings(form)).not.toHaveProperty('minBytes');
  });

  it('is limited to 100 MB, and its field accepts only digits', () => {
    expect(toSettings({ ...sized, maxKilobytesText: '999999' })).toMatchObject({ maxBytes: 100_000_000 });
    expect(['0', '050', '1.5 MB', '12345678'].map(cleanKilobytesText)).toEqual(['', '50', '15', '123456']);
  });
});
