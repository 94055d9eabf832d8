import { type EncodedFormat, extensions, formatNames } from '@gossamer/contracts/formats';
import { storedText } from './stored-text.ts';

export const maxPatternChars = 100;

/** Placeholders that a pattern for file names may contain. */
export const namePlaceholders = ['{name}', '{width}', '{height}', '{format}', '{n}'] as const;

const choice = storedText('gossamer.names');
const toPattern = (text = '') => text.slice(0, maxPatternChars);

/** Returns the pattern for file names that the user has chosen, or an empty string. */
export const readNamePattern = (): string => toPattern(choice.read());

/** Sets the pattern for the file names of results, and remembers it on this device. */
export const setNamePattern = (pattern: string): void => choice.write(toPattern(pattern));

/** Hook that returns the pattern for file names that the user has chosen, or an empty string. */
export const useNamePattern = (): string => toPattern(choice.use());

export type NameFacts = {
  /** Name of the original, with its extension. */
  originalName: string;
  format: EncodedFormat;
  widthPx: number | undefined;
  heightPx: number | undefined;
  /** Position in the list, starting at 1, and the number of items. */
  position: number;
  total: number;
};

/**
 * Returns the file name of a result. An extension that fits the format is kept; otherwise the format's extension is
 * added. Numbers have as many digits as the number of items. Unknown placeholders are kept.
 */
export function nameByPattern(pattern: string, facts: NameFacts): string {
  const { stem, extension } = splitName(facts.originalName);
  const values: Record<string, string> = {
    name: stem,
    width: String(facts.widthPx ?? ''),
    height: String(facts.heightPx ?? ''),
    format: formatNames[facts.format].toLowerCase(),
    n: String(facts.position).padStart(String(facts.total).length, '0'),
  };
  const name = pattern.trim().replace(/\{(\w+)\}/g, (placeholder, key) => values[key] ?? placeholder);
  return `${name || stem}.${fits(extension, facts.format) ? extension : extensions[facts.format]}`;
}

function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? { stem: name.slice(0, dot), extension: name.slice(dot + 1) }
    : { stem: name, extension: '' };
}

const fits = (extension: string, format: EncodedFormat) =>
  extension.toLowerCase() === extensions[format] || (format === 'jpeg' && /^jpe?g?$/i.test(extension));
