import { type EncodedFormat, extensions, type InputFormat } from '@gossamer/contracts/formats';
import { maxFilenameChars } from '@gossamer/contracts/limits';
import type { CompressionRow } from '../db/schema.ts';

/** Endings that say the same format; a name that has one of its result's keeps it. */
const knownEndings: Record<InputFormat | EncodedFormat, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  heic: ['.heic', '.heif'],
  avif: ['.avif'],
};

/** Nobody's file has a longer name; forms may say anything. */
const maxGivenChars = 4_096;

/**
 * A client's file name without what could mislead: folders, control and direction characters, reserved ones.
 * Long names lose their middle part before the extension. Never empty.
 */
export function cleanFilename(given: string | undefined, format: InputFormat): string {
  const base = (given ?? '').slice(0, maxGivenChars).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const harmless = base
    // Browsers write a quotation mark this way in a form.
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // A run is tried from its beginning only: from each of its letters it would take quadratic time.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  if (harmless === '') return `image.${format === 'heic' ? 'heic' : extensions[format]}`;
  const { stem, ending } = splitEnding(harmless);
  return `${[...stem].slice(0, maxFilenameChars - ending.length).join('')}${ending}`;
}

/** `compressed_` plus the original name, its ending changed where the format changed. */
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
