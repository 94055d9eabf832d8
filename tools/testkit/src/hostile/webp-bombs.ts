import { BitWriter } from './bits.ts';

const animationFlag = 0x02;

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const riff = (...chunks: Buffer[]) =>
  chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]));

/**
 * Returns a lossless single-color image of about 24 bytes. Every prefix code has a single symbol, so pixels take no
 * bits.
 */
function solid(widthPx: number, heightPx: number, shade: number): Buffer {
  const bits = new BitWriter()
    .low(widthPx - 1, 14)
    .low(heightPx - 1, 14)
    // Alpha hint and version (3 bits), followed by flags: no transform, no color cache, no meta prefix codes.
    .low(0, 4)
    .low(0, 3);
  for (const symbol of [shade, shade, shade, 255, 0]) bits.low(0b101, 3).low(symbol, 8);
  return chunk('VP8L', Buffer.concat([Buffer.from([0x2f]), bits.bytes('low')]));
}

/** Returns a WebP with the format's maximum dimensions, 268 megapixels. */
export const floodWebp = () => riff(solid(16_383, 16_383, 90));

/** Returns a 40-byte WebP with the maximum number of pixels that a visitor may upload. */
export const hundredMegapixelWebp = () => riff(solid(10_000, 10_000, 90));

const u24 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 3);
  for (const [nth, value] of values.entries()) bytes.writeUIntLE(value, nth * 3, 3);
  return bytes;
};

function animation(sidePx: number, frames: Buffer[]): Buffer {
  const canvas = Buffer.concat([Buffer.from([animationFlag, 0, 0, 0]), u24(sidePx - 1, sidePx - 1)]);
  return riff(chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...frames);
}

function frame(sidePx: number, image: Buffer): Buffer {
  const durationMs = 40;
  return chunk(
    'ANMF',
    Buffer.concat([u24(0, 0, sidePx - 1, sidePx - 1, durationMs), Buffer.from([0]), image]),
  );
}

/** Returns an animated WebP with single-color frames. The color changes with each frame. */
export function animatedWebp(sidePx: number, frames: number): Buffer {
  const shades = Array.from({ length: 251 }, (_, shade) => frame(sidePx, solid(sidePx, sidePx, shade)));
  return animation(
    sidePx,
    Array.from({ length: frames }, (_, nth) => shades[nth % shades.length] ?? Buffer.alloc(0)),
  );
}

/** Returns an animated WebP whose frames contain no image. */
export function hollowAnimation(frames: number): Buffer {
  return animation(100, Array<Buffer>(frames).fill(frame(100, Buffer.alloc(0))));
}

/** Returns a WebP with many empty chunks. Parsing an eight-byte chunk costs far more than receiving it. */
export function chunkFloodWebp(count = 6_000_000): Buffer {
  const flags = chunk('VP8X', Buffer.concat([Buffer.alloc(4), u24(63, 63)]));
  return riff(flags, solid(64, 64, 90), Buffer.alloc(count * 8, chunk('junk', Buffer.alloc(0))));
}
