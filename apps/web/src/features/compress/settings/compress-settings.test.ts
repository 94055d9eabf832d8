import { describe, expect, it } from 'vitest';
import {
  choosePreset,
  cleanSideText,
  initialSettings,
  moveQuality,
  qualityLabelOf,
  toSettings,
} from './compress-settings.ts';

describe('presets and quality', () => {
  // Spec: 3.38, 9.15
  it.each([
    ['best', 95],
    ['high', 85],
    ['medium', 70],
    ['small', 50],
    ['minimum', 30],
  ] as const)('maps the preset %s to quality %i', (preset, quality) => {
    expect(choosePreset(initialSettings, preset)).toMatchObject({ preset, quality });
  });

  it('switches to custom when the slider is moved to another quality', () => {
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
  ])('labels quality %i as %s', (quality, label) => {
    expect(qualityLabelOf(quality)).toBe(label);
  });
});

describe('toSettings', () => {
  const resizing = { ...initialSettings, isResizing: true };

  // Spec: 3.41
  it('requests no resize without a side or with the checkbox unchecked', () => {
    expect(toSettings(resizing).resize).toBeNull();
    expect(toSettings({ ...initialSettings, widthText: '800' }).resize).toBeNull();
  });

  // Spec: 3.43
  it('passes a single side and maintains the aspect ratio by default', () => {
    expect(toSettings({ ...resizing, widthText: '800' }).resize).toEqual({
      widthPx: 800,
      heightPx: undefined,
      maintainAspect: true,
    });
  });

  // Spec: 3.42
  it('clamps the sides to the limits of an image', () => {
    const { resize } = toSettings({ ...resizing, widthText: '0', heightText: '99999' });
    expect(resize).toMatchObject({ widthPx: 1, heightPx: 16_383 });
  });

  it('keeps at most five digits of a typed side', () => {
    expect(cleanSideText('1 920px')).toBe('1920');
    expect(cleanSideText('12345678')).toBe('12345');
  });
});
