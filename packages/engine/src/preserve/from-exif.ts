import { captureTags, exifTags, gpsTags } from '../metadata/exif-tags.ts';
import { type Directory, TiffReader } from '../metadata/tiff-reader.ts';
import { type Angle, decodeText, type Location, momentOf, noticeOf, type Preserved } from './preserved.ts';

/** Reads the copyright notice, DateTimeOriginal with its offset, and the GPS location from an EXIF block. */
export function fromExif(block: Buffer): Preserved {
  const reader = new TiffReader(block);
  const main = reader.main();
  const capture = reader.within(main, exifTags.exifPointer);
  return {
    copyright: noticeOf(notices(textOf(reader, main, exifTags.copyright))),
    creation: momentOf(
      textOf(reader, capture, captureTags.dateTimeOriginal),
      textOf(reader, capture, captureTags.offsetTimeOriginal)?.slice(0, 6),
    ),
    location: locationOf(reader, reader.within(main, exifTags.gpsPointer)),
  };
}

/** Joins the copyright notices of the photographer and the editor, which are separated by a zero byte. */
function notices(text: string | undefined): string | undefined {
  const all = text?.split('\0').map((notice) => notice.trim());
  return all?.filter((notice) => notice !== '').join(', ');
}

function textOf(reader: TiffReader, { entries }: Directory, wanted: number): string | undefined {
  const entry = entries.find(({ tag }) => tag === wanted);
  return entry && decodeText(reader.bytes(entry));
}

function locationOf(reader: TiffReader, gps: Directory): Location | undefined {
  const latitude = angleOf(reader, gps, gpsTags.latitude, gpsTags.latitudeRef, ['N', 'S']);
  const longitude = angleOf(reader, gps, gpsTags.longitude, gpsTags.longitudeRef, ['E', 'W']);
  return latitude && longitude && { latitude, longitude, altitude: altitudeOf(reader, gps) };
}

function angleOf<Ref extends string>(
  reader: TiffReader,
  gps: Directory,
  angleTag: number,
  refTag: number,
  refs: readonly Ref[],
): Angle<Ref> | undefined {
  const letter = textOf(reader, gps, refTag)?.slice(0, 1);
  const ref = refs.find((known) => known === letter);
  const entry = gps.entries.find(({ tag }) => tag === angleTag);
  const [degrees, minutes, seconds = [0, 1]] = entry ? reader.rationals(entry) : [];
  if (!ref || !degrees || !minutes || degrees[1] === 0) return undefined;
  return { ref, degrees, minutes, seconds };
}

function altitudeOf(reader: TiffReader, { entries }: Directory): Location['altitude'] {
  const entry = entries.find(({ tag }) => tag === gpsTags.altitude);
  const [meters] = entry ? reader.rationals(entry) : [];
  if (!meters || meters[1] === 0) return undefined;
  const ref = entries.find(({ tag }) => tag === gpsTags.altitudeRef);
  return { isBelowSea: ref !== undefined && reader.bytes(ref)[0] === 1, meters };
}
