import { type EncodedFormat, extensions, type InputFormat } from './formats.ts';
import { splitFilename } from './split-filename.ts';

/** Known file extensions of each format. A file name keeps an extension that fits the result's format. */
const knownEndings: Record<InputFormat | EncodedFormat, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  heic: ['.heic', '.heif'],
  avif: ['.avif'],
  jxl: ['.jxl'],
  gif: ['.gif'],
  tiff: ['.tiff', '.tif'],
  bmp: ['.bmp', '.dib'],
};

type NamedResult = {
  originalFilename: string;
  originalFormat?: InputFormat;
  /** Format of the result; null if there is no result yet. */
  resultFormat: EncodedFormat | null;
};

/** Returns a result's download name: `compressed_` and the original name, with the result format's extension. */
export function resultFilename(named: NamedResult): string {
  const { originalFilename, resultFormat } = named;
  if (named.originalFormat === 'jxl') return restoredFilename(originalFilename);
  if (resultFormat === null) return `compressed_${originalFilename}`;
  const { stem, ending } = splitFilename(originalFilename);
  if (knownEndings[resultFormat].includes(ending.toLowerCase())) return `compressed_${originalFilename}`;
  const isImageEnding = Object.values(knownEndings).flat().includes(ending.toLowerCase());
  return `compressed_${isImageEnding ? stem : originalFilename}.${extensions[resultFormat]}`;
}

/** Returns the name of a restored JPEG: `photo.jpg` for `compressed_photo.jxl`. */
function restoredFilename(archiveFilename: string): string {
  const { stem } = splitFilename(archiveFilename);
  return `${stem.replace(/^compressed_(?=.)/, '')}.${extensions.jpeg}`;
}
