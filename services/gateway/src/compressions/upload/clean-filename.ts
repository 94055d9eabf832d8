import { extensions, type InputFormat, isEncodedFormat } from '@gossamer/contracts/formats';
import { maxFilenameChars } from '@gossamer/contracts/limits';
import { splitFilename } from '@gossamer/contracts/split-filename';

/** Maximum length of a file name received from a client. No real file name is longer. */
const maxGivenChars = 4_096;

/**
 * Returns a client's file name without misleading parts: folders, control characters, characters that change the text
 * direction, and reserved characters. Long names are truncated before the extension. The returned name is never empty.
 */
export function cleanFilename(given: string | undefined, format: InputFormat): string {
  const base = (given ?? '').slice(0, maxGivenChars).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const harmless = base
    // Browsers encode a quotation mark in the file name of a form field as %22.
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // The lookbehind lets a sequence of dots and spaces match only from its start, which avoids quadratic time.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  if (harmless === '') return `image.${isEncodedFormat(format) ? extensions[format] : format}`;
  const { stem, ending } = splitFilename(harmless);
  return `${[...stem].slice(0, maxFilenameChars - ending.length).join('')}${ending}`;
}
