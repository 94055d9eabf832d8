import { apiClientCodes, errorStatuses } from '@gossamer/contracts/errors';
import { locales } from '@gossamer/contracts/locales';
import { describe, expect, it } from 'vitest';
import { sameAsEnglish } from './same-as-english.ts';

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<Tree>('./messages/*/*.json', { eager: true, import: 'default' });
const languages = locales.map(({ code }) => code).filter((code) => code !== 'en');
const namespaces = Object.keys(files).flatMap((path) => /\/en\/(\w+)\.json$/.exec(path)?.[1] ?? []);

/** Returns all texts in a message file by their path, such as "a.b". */
function textsOf(language: string, namespace: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, path: string[]) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') texts.set([...path, key].join('.'), value);
      else walk(value, [...path, key]);
    }
  };
  walk(files[`./messages/${language}/${namespace}.json`] ?? {}, []);
  return texts;
}

const pluralEnding = /_(zero|one|two|few|many|other)$/;
const isPlural = (key: string, texts: Map<string, string>) =>
  pluralEnding.test(key) && texts.has(key.replace(pluralEnding, '_other'));

/** Returns the keys that a language needs: all English keys, with the plural forms of the language (CLDR). */
function neededKeys(language: string, english: Map<string, string>): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) =>
    isPlural(key, english) ? forms.map((form) => key.replace(pluralEnding, `_${form}`)) : [key],
  );
  return [...new Set(keys)].sort();
}

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\{\w+\}\}|\{\w+\}|<\/?\w+>/g)].map(String).sort();

/** Returns the English text for a key. For plural forms that English lacks, returns the form `_other`. */
const sourceOf = (key: string, english: Map<string, string>) =>
  english.get(key) ?? english.get(key.replace(pluralEnding, '_other')) ?? '';

/** Returns whether a plural form may omit the number, as in "a file" instead of "{{count}} files". */
const mayLeaveOutCount = (key: string) => /_(zero|one|two)$/.test(key);

const ownScript: Record<string, RegExp> = {
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};
/** Pattern for names, formats and units that are identical in all languages. */
const neutral =
  /\{\{?\w+\}?\}|\b(Gossamer|JPE?G( XL)?|PNG|WebP|AVIF|HEI[CF]|GIF|TIFF|BMP|ZIP|Pro|API|REST|Bytes|[KMG]B|px|URL|[\d.,%]+)\b/g;

function looksEnglish(language: string, key: string, text: string, source: string): boolean {
  const words = text.replace(neutral, '').match(/\p{L}{2,}/gu) ?? [];
  if (words.length === 0) return false;
  const script = ownScript[language];
  if (script) return !script.test(text);
  return text === source && !sameAsEnglish[language]?.includes(key);
}

describe.each(languages)('in the language %s', (language) => {
  describe.each(namespaces)('the file %s.json', (namespace) => {
    const english = textsOf('en', namespace);
    const texts = textsOf(language, namespace);

    it('has exactly the required keys, in every plural form of the language', () => {
      expect([...texts.keys()].sort()).toEqual(neededKeys(language, english));
    });

    it('contains every placeholder of the English text', () => {
      const wrong = [...texts].filter(([key, text]) => {
        const needed = placeholdersOf(sourceOf(key, english));
        const found = placeholdersOf(text);
        const withoutCount = needed.filter((each) => each !== '{{count}}');
        return ![needed, ...(mayLeaveOutCount(key) ? [withoutCount] : [])].some(
          (allowed) => allowed.join() === found.join(),
        );
      });
      expect(wrong).toEqual([]);
    });

    // Spec: 1.33
    it('has no empty or untranslated text', () => {
      const left = [...texts].filter(
        ([key, text]) =>
          text.trim() === '' || looksEnglish(language, `${namespace}.${key}`, text, sourceOf(key, english)),
      );
      expect(left).toEqual([]);
    });
  });
});

describe('the English language', () => {
  const codesOfPrograms: readonly string[] = apiClientCodes;
  const codes = Object.keys(errorStatuses).filter((code) => !codesOfPrograms.includes(code));

  // Spec: 8.46
  it.each(codes)('has a text for the error code %s', (code) => {
    expect(textsOf('en', 'errors').get(code)).toMatch(/\S/);
  });

  it.each(apiClientCodes)('has no text for the code %s, which only API clients receive', (code) => {
    expect(textsOf('en', 'errors').has(code)).toBe(false);
  });

  // Spec: 8.14, 8.15, 8.18
  it('contains the messages from the specification verbatim', () => {
    const errors = textsOf('en', 'errors');
    expect(errors.get('status_unknown')).toBe('Failed to get compression status');
    expect(errors.get('compression_failed')).toBe('Compression failed');
    expect(errors.get('answer_unknown')).toBe('Unknown response format');
    expect(errors.get('unknown')).toBe('Unknown error occurred');
  });
});
