import { join } from 'node:path';
import sharp from 'sharp';
import type { Pixels } from '../src/ssimulacra2.ts';

export const fixturesDir = join(import.meta.dirname, 'fixtures');

/** Decodes an image file to RGB, or to RGBA if it has an alpha channel. */
export async function decode(file: string | Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  // Copy the bytes, because slices of a Buffer share memory with it.
  const pixels = { data: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
  return { ...pixels, channels: info.channels as Pixels['channels'] };
}

export function fixture(name: string): Promise<Pixels> {
  return decode(join(fixturesDir, name));
}

/** Encodes an image as a JPEG of the given quality and decodes the JPEG. */
export async function throughJpeg(
  { data, widthPx, heightPx, channels }: Pixels,
  quality: number,
): Promise<Pixels> {
  const raw = { width: widthPx, height: heightPx, channels };
  return decode(await sharp(data, { raw }).jpeg({ quality }).toBuffer());
}

/** Returns an image whose bytes are computed by `byteAt`. */
export function drawn(
  widthPx: number,
  heightPx: number,
  channels: Pixels['channels'],
  byteAt: (x: number, y: number, channel: number) => number,
): Pixels {
  const data = new Uint8Array(widthPx * heightPx * channels);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (let channel = 0; channel < channels; channel++) {
        data[(y * widthPx + x) * channels + channel] = byteAt(x, y, channel);
      }
    }
  }
  return { data, widthPx, heightPx, channels };
}

/** Returns the image with a different number of channels. `pick` converts the bytes of each pixel. */
export function withChannels(
  { data, widthPx, heightPx, channels }: Pixels,
  newChannels: Pixels['channels'],
  pick: (pixel: Uint8Array) => number[],
): Pixels {
  const result = new Uint8Array(widthPx * heightPx * newChannels);
  for (let index = 0; index < widthPx * heightPx; index++) {
    result.set(pick(data.subarray(index * channels, (index + 1) * channels)), index * newChannels);
  }
  return { data: result, widthPx, heightPx, channels: newChannels };
}
