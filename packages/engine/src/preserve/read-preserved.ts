import { detectFormat } from '@gossamer/contracts/detect-format';
import type { PreservableMetadata } from '@gossamer/contracts/settings';
import type { Metadata } from 'sharp';
import { sharp } from '../sharp.ts';
import { fromExif } from './from-exif.ts';
import { fromIptc } from './from-iptc.ts';
import { fromPngText } from './from-png-text.ts';
import { fromXmp } from './from-xmp.ts';
import type { Preserved } from './preserved.ts';

/**
 * Reads the requested metadata. Each value is taken from the first source that contains it, in the order EXIF, XMP,
 * IPTC, PNG text.
 */
export async function readPreserved(file: Uint8Array, wanted: PreservableMetadata[]): Promise<Preserved> {
  if (wanted.length === 0) return {};
  const options = { limitInputPixels: false };
  const { exif, xmp, iptc }: Partial<Metadata> = await sharp(file, options)
    .metadata()
    .catch(() => ({}));
  const sources: Preserved[] = [
    // A TIFF stores EXIF in its own directories, which have the structure of an EXIF block.
    fromExif(detectFormat(file) === 'tiff' ? Buffer.from(file) : (exif ?? Buffer.alloc(0))),
    xmp ? fromXmp(xmp) : {},
    iptc ? fromIptc(iptc) : {},
    fromPngText(file),
  ];
  const first = <Kind extends PreservableMetadata>(kind: Kind): Preserved[Kind] =>
    wanted.includes(kind) ? sources.find((source) => source[kind] !== undefined)?.[kind] : undefined;
  return { copyright: first('copyright'), creation: first('creation'), location: first('location') };
}
