import { type MetadataKind, metadataKinds } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Metadata } from 'sharp';
import { inputs } from '../codecs/registry.ts';
import { isGainMapXmp } from '../hdr/splice-gain-map.ts';
import { exifOfJxl } from '../preserve/tag-jxl.ts';
import { sharp } from '../sharp.ts';
import { kindsInExif } from './exif.ts';

/** Returns the types of metadata in a file, in the order of `metadataKinds`. */
export async function inventory(
  file: Uint8Array,
  format: EncodedFormat | InputFormat,
): Promise<MetadataKind[]> {
  const { exif, xmp, iptc, icc, orientation } = await metadataOf(file, format);
  const found = new Set<MetadataKind>(inputs.find((input) => input.format === format)?.extras?.(file) ?? []);
  if (xmp && !isGainMapXmp(xmp)) found.add('xmp');
  if (iptc) found.add('iptc');
  if (icc) found.add('icc');
  if (orientation !== undefined && orientation !== 1) found.add('orientation');
  for (const kind of exif ? kindsInExif(exif) : []) found.add(kind);
  if (xmp?.includes('GPSLatitude')) found.add('gps');
  return metadataKinds.filter((kind) => found.has(kind));
}

/** Ignores metadata that cannot be read, because the inventory is only informational. */
async function metadataOf(file: Uint8Array, format: EncodedFormat | InputFormat): Promise<Partial<Metadata>> {
  if (format === 'jxl') return { exif: exifOfJxl(file) };
  const facts: Partial<Metadata> = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => ({}));
  // A TIFF stores EXIF in its own directories, which have the structure of an EXIF block.
  return format === 'tiff' ? { ...facts, exif: Buffer.from(file) } : facts;
}
