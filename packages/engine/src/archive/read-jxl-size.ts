import { boxBytesAt } from '@gossamer/contracts/detect-format';
import type { SizePx } from '../sizes.ts';

/** Size in bytes of the signature and dimensions at the start of a codestream, and of the index in a `jxlp` box. */
const sizeHeaderBytes = 12;
const indexBytes = 4;

/**
 * Returns the width and height of an image in a JPEG XL container without decoding it. Returns undefined if the
 * container has no codestream (ISO/IEC 18181-1, SizeHeader).
 */
export function readJxlSize(file: Uint8Array): SizePx | undefined {
  const codestream = findCodestream(file);
  if (codestream?.[0] !== 0xff || codestream[1] !== 0x0a) return undefined;
  const bits = readerOf(codestream.subarray(2));
  const isSmall = bits(1) === 1;
  const side = () => (isSmall ? 8 * (bits(5) + 1) : 1 + bits([9, 13, 18, 30][bits(2)] ?? 30));
  const heightPx = side();
  const ratio = ratios[bits(3)];
  const widthPx = ratio === undefined ? side() : Math.floor((heightPx * ratio[0]) / ratio[1]);
  return { widthPx, heightPx };
}

/** Aspect ratios by their number in the header. Number 0 means that the header contains the width. */
const ratios = [undefined, [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]] as const;

function findCodestream(file: Uint8Array): Uint8Array | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  while (at + 8 <= file.length) {
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1');
    // If the size field is 1, a 64-bit size follows the type.
    const start = at + (view.getUint32(at) === 1 ? 16 : 8);
    if (type === 'jxlc') return file.subarray(start, start + sizeHeaderBytes);
    if (type === 'jxlp') return file.subarray(start + indexBytes, start + indexBytes + sizeHeaderBytes);
    const boxBytes = boxBytesAt(view, at);
    if (boxBytes === undefined) return undefined;
    at += boxBytes;
  }
  return undefined;
}

/**
 * Returns a function that reads the next `count` bits as an unsigned number, lowest bit first. Bits after the end are
 * read as 0.
 */
function readerOf(bytes: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1) {
      value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    }
    return value;
  };
}
