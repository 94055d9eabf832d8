import { type EncodedFormat, extensions, formatNames } from '@gossamer/contracts/formats';
import { storedText } from './stored-text.ts';

export const maxPatternChars = 100;

/** Placeholders that a name pattern may contain. */
export const namePlaceholders = ['{name}', '{width}', '{height}', '{format}', '{n}'] as const;

const choice = storedText('gossamer.names');
const toPattern = (text = '') => text.slice(0, maxPatternChars);

/** Returns the name pattern that the user has set, or an empty string. */
export const readNamePattern = (): string => toPattern(choice.read());

/** Sets the name pattern for results and remembers it on this device. */
export const setNamePattern = (pattern: string): void => choice.write(toPattern(pattern));

/** Hook that returns the name pattern that the user has set, or an empty string. */
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
 * Returns the file name of a result. The original's extension is kept if it fits the format; otherwise, it is replaced
 * with that of the format. `{n}` is padded to as many digits as the number of items has. Unknown placeholders are not
 * replaced.
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
