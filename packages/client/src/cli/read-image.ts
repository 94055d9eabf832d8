import { open } from 'node:fs/promises';
import { formatBytes } from '@gossamer/contracts/english-figures';
import type { InputFormat } from '@gossamer/contracts/formats';
import { FileFault } from './outcome.ts';

export interface Image {
  bytes: Uint8Array<ArrayBuffer>;
  format: InputFormat;
  /** Permission bits of the original (`st_mode`), which are copied to a file that replaces the original. */
  mode: number;
}

/** Reads a file and checks its magic bytes, so that only images are sent or compressed. @throws FileFault, system errors */
export async function readImage(path: string, maxFileBytes: number): Promise<Image> {
  const file = await open(path);
  try {
    const { size, mode } = await file.stat();
    const start = new Uint8Array(12);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    if (bytesRead === 0) throw new FileFault('empty_file', 'The file is empty.');
    const format = formatOf(start);
    if (!format) throw new FileFault('unsupported_format', notAnImage);
    if (size > maxFileBytes) {
      const limit = formatBytes(maxFileBytes);
      throw new FileFault('file_too_large', `The file is ${formatBytes(size)}. The limit is ${limit}.`);
    }
    return { bytes: new Uint8Array(await file.readFile()), format, mode };
  } finally {
    await file.close();
  }
}

const notAnImage =
  'This is not a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image, nor a JPEG XL archive.';
const tiffSignatures = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];
/** Start of a JPEG XL container. The engine decides whether it is the archive of a JPEG. */
const jxlSignature = '\0\0\0\x0cJXL \r\n\x87\n';

function formatOf(start: Uint8Array): InputFormat | undefined {
  const text = String.fromCharCode(...start);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (text.startsWith('GIF8')) return 'gif';
  if (tiffSignatures.includes(text.slice(0, 4))) return 'tiff';
  if (text.startsWith('BM')) return 'bmp';
  if (['ftypavif', 'ftypavis'].includes(text.slice(4))) return 'avif';
  if (text === jxlSignature) return 'jxl';
  // HEIC or a related format. The engine decides whether it is supported.
  return text.slice(4, 8) === 'ftyp' ? 'heic' : undefined;
}
