import { expect, it } from 'vitest';
import { askedSettings, unfoldedPageOf, unfoldedPages } from '../src/asked-settings.ts';

it.each([
  ['?format=webp', { format: 'webp' }, undefined],
  ['?filter=sepia', { filter: 'sepia' }, 'filter'],
  ['?filter=none', { filter: 'none' }, undefined],
  ['?resize=1&format=png', { format: 'png', isResizing: true }, 'resize'],
  ['?resize=1&filter=grayscale', { filter: 'grayscale', isResizing: true }, 'resize'],
  ['?format=exe&filter=%00&resize=yes', {}, undefined],
  ['', {}, undefined],
] as const)(
  'the query string "%s" selects the settings %o and the page variant %s',
  (search, settings, unfolded) => {
    expect(askedSettings(search)).toEqual(settings);
    expect(unfoldedPageOf(search)).toBe(unfolded);
  },
);

it('each page variant has a query string that selects it', () => {
  for (const [name, search] of Object.entries(unfoldedPages)) expect(unfoldedPageOf(search)).toBe(name);
});
