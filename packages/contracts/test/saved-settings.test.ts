import { describe, expect, it } from 'vitest';
import {
  maxSavedSettingsNameChars,
  savedSettingsNameKey,
  savedSettingsRequest,
} from '../src/saved-settings.ts';
import { defaultSettings } from '../src/settings.ts';

const parse = (changes: object) =>
  savedSettingsRequest.safeParse({ name: 'Shop', settings: defaultSettings, ...changes });

describe('a request to save settings', () => {
  it('must have a name of 1 to 60 characters, which is trimmed', () => {
    expect(parse({ name: '  Shop photos ' }).data?.name).toBe('Shop photos');
    for (const name of ['x', 'x'.repeat(maxSavedSettingsNameChars), '商品写真', 'صور المتجر'])
      expect([name, parse({ name }).success]).toEqual([name, true]);
    for (const name of ['', ' ', 'x'.repeat(61), 7, null])
      expect([name, parse({ name }).success]).toEqual([name, false]);
  });

  it('must contain valid compression settings', () => {
    expect(parse({}).data?.settings).toEqual(defaultSettings);
    for (const settings of [undefined, {}, { ...defaultSettings, quality: 9 }])
      expect(parse({ settings }).success).toBe(false);
  });
});

describe('savedSettingsNameKey', () => {
  it.each([
    ['Shop', ' SHOP '],
    ['Äpfel', 'ÄPFEL'],
    ['Caf\u00e9', 'cafe\u0301'],
  ])('returns the same key for %j and %j', (name, other) => {
    expect(savedSettingsNameKey(name)).toBe(savedSettingsNameKey(other));
  });

  it('returns different keys for different names', () => {
    expect(savedSettingsNameKey('Shop')).not.toBe(savedSettingsNameKey('Shop 2'));
  });
});
