import { type EncodedFormat, extensions, type InputFormat } from '@gossamer/contracts/formats';
import { maxFilenameChars } from '@gossamer/contracts/limits';
import type { CompressionRow } from '../db/schema.ts';

/** Known file extensions of each format. A file name keeps an extension that fits the result's format. */
const knownEndings: Record<InputFormat | EncodedFormat, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  heic: ['.heic', '.heif'],
  avif: ['.avif'],
};

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
  if (harmless === '') return `image.${format === 'heic' ? 'heic' : extensions[format]}`;
  const { stem, ending } = splitEnding(harmless);
  return `${[...stem].slice(0, maxFilenameChars - ending.length).join('')}${ending}`;
}

/** Returns a result's download name: `compressed_` and the original name, with the result format's extension. */
export function resultFilename(row: Pick<CompressionRow, 'originalFilename' | 'resultFormat'>): string {
  const { originalFilename, resultFormat } = row;
  if (resultFormat === null) return `compressed_${originalFilename}`;
  const { stem, ending } = splitEnding(originalFilename);
  if (knownEndings[resultFormat].includes(ending.toLowerCase())) return `compressed_${originalFilename}`;
  const isImageEnding = Object.values(knownEndings).flat().includes(ending.toLowerCase());
  return `compressed_${isImageEnding ? stem : originalFilename}.${extensions[resultFormat]}`;
}

function splitEnding(name: string): { stem: string; ending: string } {
  const at = name.lastIndexOf('.');
  if (at <= 0 || name.length - at > 8) return { stem: name, ending: '' };
  return { stem: name.slice(0, at), ending: name.slice(at) };
}
