import { describe, expect, it } from 'vitest';
import { chooseLanguage, toLocale } from '../src/choose-language.ts';

const nothing = { search: '', browser: [] };

describe('chooseLanguage', () => {
  // Spec: 4.14
  it('prefers, in order: the URL, the member’s setting, the stored choice, the browser, English', () => {
    const all = { search: '?lang=ja', preferred: 'fr', stored: 'de', browser: ['it-IT'] };
    expect(chooseLanguage(all)).toBe('ja');
    expect(chooseLanguage({ ...all, search: '?x=1' })).toBe('fr');
    expect(chooseLanguage({ ...all, search: '', preferred: undefined })).toBe('de');
    expect(chooseLanguage({ ...nothing, browser: ['it-IT'] })).toBe('it');
    expect(chooseLanguage(nothing)).toBe('en');
  });

  // Spec: 4.19
  it('skips unsupported languages', () => {
    expect(chooseLanguage({ search: '?lang=xx', stored: 'tlh', browser: ['sv', 'pt-BR'] })).toBe('pt');
  });
});

it.each([
  ['zh-Hant-TW', 'zh'],
  ['EN', 'en'],
  ['nl', 'nl'],
  ['', undefined],
  [null, undefined],
])('reduces a language code to its locale: %s → %s', (given, code) => {
  expect(toLocale(given)).toBe(code);
});
