import { markers } from '../strip/jpeg-segments.ts';
import { exifBlock } from './exif-block.ts';
import type { Tags } from './preserved.ts';

const startBytes = 2;

/** Adds tags to a JPEG file in an APP1 segment after the JFIF header, which must remain the first segment. */
export function tagJpeg(file: Buffer, tags: Tags): Buffer {
  const hasJfif = file[startBytes + 1] === markers.app0;
  const at = hasJfif ? startBytes + 2 + file.readUInt16BE(startBytes + 2) : startBytes;
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(tags)]);
  const head = Buffer.from([0xff, markers.app1, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([file.subarray(0, at), head, payload, file.subarray(at)]);
}
