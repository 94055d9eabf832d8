import { spliceGainMap } from '../hdr/splice-gain-map.ts';
import { jpegSegment, markers } from '../strip/jpeg-segments.ts';
import { exifBlock } from './exif-block.ts';
import { hasExif, type Tags } from './preserved.ts';

const startBytes = 2;
/** Start of an ICC profile in an APP2 segment: name, number of the segment and number of segments (ICC.1, B.4). */
const profileStart = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/** Adds tags to a JPEG file after the JFIF header, which must remain the first segment, and appends the gain map. */
export function tagJpeg(file: Buffer, tags: Tags): Buffer {
  const hasJfif = file[startBytes + 1] === markers.app0;
  const at = hasJfif ? startBytes + 2 + file.readUInt16BE(startBytes + 2) : startBytes;
  const { displayP3, gainMap, orientation } = tags;
  const exif = () => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(tags)]);
  const head = Buffer.concat([
    file.subarray(0, at),
    ...(hasExif(tags) ? [jpegSegment(markers.app1, exif())] : []),
    ...(displayP3 ? [jpegSegment(markers.app2, Buffer.concat([profileStart, displayP3]))] : []),
  ]);
  const tail = file.subarray(at);
  if (!gainMap) return Buffer.concat([head, tail]);
  const map = orientation === 1 ? gainMap.upright : gainMap.stored;
  const { segments, appended } = spliceGainMap(map, { before: head.length, after: tail.length });
  return Buffer.concat([head, segments, tail, appended]);
}
