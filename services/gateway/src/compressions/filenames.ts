import { type EncodedFormat, extensions, type InputFormat } from '@gossamer/contracts/formats';
import { maxFilenameChars } from '@gossamer/contracts/limits';
import type { CompressionRow } from '../db/schema.ts';

/** File extensions of each format. A file name with an extension of the result's format keeps it. */
const knownEndings: Record<InputFormat | EncodedFormat, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  heic: ['.heic', '.heif'],
  avif: ['.avif'],
};

/** Maximum length of a file name, longer than any real one; the name in a form can have any length. */
const maxGivenChars = 4_096;

/**
 * Returns a client's file name without misleading parts: folders, control and direction characters, reserved
 * characters. Long names are truncated before the extension. The returned name is never empty.
 */
export function cleanFilename(given: string | undefined, format: InputFormat): string {
  const base = (given ?? '').slice(0, maxGivenChars).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const harmless = base
    // Browsers encode a quotation mark in a form's file name as %22.
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // The lookbehind matches a sequence of dots and spaces only from its start, to avoid quadratic time.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  if (harmless === '') return `image.${format === 'heic' ? 'heic' : extensions[format]}`;
  const { stem, ending } = splitEnding(harmless);
  return `${[...stem].slice(0, maxFilenameChars - ending.length).join('')}${ending}`;
}

/** Returns the download name: `compressed_` and the original name, with the extension of the result's format. */
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
