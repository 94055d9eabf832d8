import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { exifTags } from './exif-tags.ts';
import { TiffReader } from './tiff-reader.ts';

/** Tags of EXIF 2.32 and DNG 1.6 that name one camera or lens. */
const serialTags = [0xa431, 0xa435, 0xc62f, 0xc65d];

/** What an EXIF block tells: a TIFF header and directories of tags. Malformed parts count as empty. */
export function kindsInExif(block: Buffer): MetadataKind[] {
  const reader = new TiffReader(block);
  const main = reader.main();
  const all = [...main.entries, ...reader.within(main, exifTags.exifPointer).entries];
  // The orientation alone is told as such.
  const kinds: MetadataKind[] = all.some(({ tag }) => tag !== exifTags.orientation) ? ['exif'] : [];
  if (reader.within(main, exifTags.gpsPointer).entries.length > 0) kinds.push('gps');
  if (all.some(({ tag }) => serialTags.includes(tag))) kinds.push('serial-number');
  if (main.nextAt !== 0 && reader.directory(main.nextAt).entries.length > 0) kinds.push('thumbnail');
  return kinds;
}
