import { expect, it } from 'vitest';
import { askedSettings, isAdvanced } from './asked-settings.ts';

it.each([
  ['?format=webp', { format: 'webp' }, false],
  ['?filter=sepia', { filter: 'sepia' }, true],
  ['?resize=1&format=png', { format: 'png', isResizing: true }, true],
  ['?format=exe&filter=%00&resize=yes', {}, false],
  ['', {}, false],
] as const)('%s', (search, settings, needsUnfolding) => {
  expect(askedSettings(search)).toEqual(settings);
  expect(isAdvanced(askedSettings(search))).toBe(needsUnfolding);
});
