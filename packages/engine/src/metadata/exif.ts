import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { exifTags } from './exif-tags.ts';
import { TiffReader } from './tiff-reader.ts';

/** EXIF 2.32 and DNG 1.6 tags with serial numbers, which identify a camera or lens. */
const serialTags = [0xa431, 0xa435, 0xc62f, 0xc65d];

/** Returns the types of metadata in an EXIF block. Malformed parts are treated as empty. */
export function kindsInExif(block: Buffer): MetadataKind[] {
  const reader = new TiffReader(block);
  const main = reader.main();
  const all = [...main.entries, ...reader.within(main, exifTags.exifPointer).entries];
  // An EXIF block that contains only the orientation tag does not count as metadata.
  const kinds: MetadataKind[] = all.some(({ tag }) => tag !== exifTags.orientation) ? ['exif'] : [];
  if (reader.within(main, exifTags.gpsPointer).entries.length > 0) kinds.push('gps');
  if (all.some(({ tag }) => serialTags.includes(tag))) kinds.push('serial-number');
  if (main.nextAt !== 0 && reader.directory(main.nextAt).entries.length > 0) kinds.push('thumbnail');
  return kinds;
}
