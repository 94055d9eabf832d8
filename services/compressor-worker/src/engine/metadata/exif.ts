import type { MetadataKind } from '@gossamer/contracts/engine-report';

/** Tags of EXIF 2.32 and DNG 1.6 that name one camera or lens. */
const serialTags = [0xa431, 0xa435, 0xc62f, 0xc65d];
const orientationTag = 0x0112;
const exifPointerTag = 0x8769;
const gpsPointerTag = 0x8825;
const entryBytes = 12;

type Entry = { tag: number; valueAt: number };
type Directory = { entries: Entry[]; nextAt: number };

/** What an EXIF block tells: a TIFF header and directories of tags. Malformed parts count as empty. */
export function kindsInExif(block: Buffer): MetadataKind[] {
  const prefix = Buffer.from('Exif\0\0', 'latin1');
  const tiff = block.subarray(0, 6).equals(prefix) ? block.subarray(6) : block;
  const read = readerOf(tiff);
  const main = read.directory(read.u32(4));
  const within = (tag: number) => {
    const pointer = main.entries.find((entry) => entry.tag === tag);
    return pointer ? read.directory(read.u32(pointer.valueAt)).entries : [];
  };
  const all = [...main.entries, ...within(exifPointerTag)];
  // The orientation alone is told as such.
  const kinds: MetadataKind[] = all.some(({ tag }) => tag !== orientationTag) ? ['exif'] : [];
  if (within(gpsPointerTag).length > 0) kinds.push('gps');
  if (all.some(({ tag }) => serialTags.includes(tag))) kinds.push('serial-number');
  if (main.nextAt !== 0 && read.directory(main.nextAt).entries.length > 0) kinds.push('thumbnail');
  return kinds;
}

function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const has = (at: number, bytes: number) => at >= 0 && at + bytes <= tiff.length;
  const u16 = (at: number) => {
    if (!has(at, 2)) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const u32 = (at: number) => {
    if (!has(at, 4)) return 0;
    return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  };
  const directory = (at: number): Directory => {
    const count = at === 0 ? 0 : u16(at);
    const endsAt = at + 2 + count * entryBytes;
    if (!has(at, endsAt - at)) return { entries: [], nextAt: 0 };
    const entries = Array.from({ length: count }, (_, n) => {
      const entryAt = at + 2 + n * entryBytes;
      return { tag: u16(entryAt), valueAt: entryAt + 8 };
    });
    return { entries, nextAt: u32(endsAt) };
  };
  return { u32, directory };
}
