import { deflateSync } from 'node:zlib';
import { pngChunk } from '../images.ts';
import { deflatedZeros } from './zeros.ts';

const gibibyte = 2 ** 30;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const colorGray = 0;

/** Returns a complete black PNG with one bit per pixel and additional chunks. */
function blackPng(widthPx: number, heightPx: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, colorGray, 0, 0, 0]);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  const bytes = (1 + Math.ceil(widthPx / 8)) * heightPx;
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflatedZeros(bytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const floodPng = () => blackPng(50_000, 50_000);

/** Returns a PNG with the maximum number of pixels that a visitor may upload. */
export const hundredMegapixelPng = () => blackPng(10_000, 10_000);

/** Returns a PNG with several compressed text chunks, each of which decompresses to one gigabyte. */
export function textBombPng(kind: 'zTXt' | 'iTXt'): Buffer {
  const head = kind === 'zTXt' ? 'Comment\0\0' : 'Comment\0\x01\0en\0\0';
  const chunk = pngChunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), deflatedZeros(gibibyte)]));
  return blackPng(64, 64, ...Array<Buffer>(4).fill(chunk));
}

export function profileBombPng(): Buffer {
  return blackPng(
    64,
    64,
    pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflatedZeros(4 * gibibyte - 1)])),
  );
}

/** Returns a PNG with many empty chunks. Parsing a twelve-byte chunk costs far more than receiving it. */
export function chunkFloodPng(count = 4_000_000): Buffer {
  return blackPng(64, 64, Buffer.alloc(count * 12, pngChunk('prVt', Buffer.alloc(0))));
}

/** Returns a PNG with a valid header and no pixel data. */
export function hollowPng(): Buffer {
  const header = Buffer.from([0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 8, 6, 0, 0, 1]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
