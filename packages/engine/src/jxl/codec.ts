import type { Sharp } from 'sharp';
import type Vips from 'wasm-vips';
import { loadVips } from '#load-vips';
import { displayP3Profile } from '../color/display-p3.ts';
import type { Gamut } from '../color/gamut.ts';
import type { Pixels } from '../image.ts';
import { readPixels } from '../tiles.ts';

/** Options of libjxl. `distance` is the target Butteraugli distance; 1 is visually lossless. */
export type JxlOptions = { effort: number; gamut: Gamut } & ({ distance: number } | { lossless: true });

/** Encodes the pixels of a pipeline as JPEG XL with their color space but without metadata. */
export async function encodeJxl(image: Sharp, { gamut, ...options }: JxlOptions): Promise<Buffer> {
  const { hasAlpha } = await image.metadata();
  // Convert gray images with alpha to RGB, because sharp's raw output does not support them.
  const opened = hasAlpha ? image.toColourspace('srgb') : image;
  const { data, widthPx, heightPx, channels } = await readPixels(opened);
  const profile = gamut === 'p3' ? await displayP3Profile() : undefined;
  const vips = await loadVips();
  return freeing((keep) => {
    const raw = keep(vips.Image.newFromMemory(data, widthPx, heightPx, channels, vips.BandFormat.uchar));
    const described = keep(raw.copy({ interpretation: channels < 3 ? 'b-w' : 'srgb' }));
    if (profile) described.setBlob('icc-profile-data', profile);
    return Buffer.from(described.jxlsaveBuffer({ ...options, keep: profile ? 'icc' : 'none' }));
  });
}

/** Decodes a JPEG XL file to 8-bit pixels. */
export async function decodeJxl(file: Uint8Array): Promise<Pixels> {
  const vips = await loadVips();
  return freeing((keep) => {
    const decoded = keep(vips.Image.jxlloadBuffer(file));
    const { width, height, bands } = decoded;
    const data = Buffer.from(keep(decoded.cast('uchar')).writeToMemory());
    return { data, widthPx: width, heightPx: height, channels: toChannels(bands) };
  });
}

/**
 * Runs `work` and then frees all images that were passed to `keep`, because WebAssembly memory is not
 * garbage-collected.
 */
function freeing<T>(work: (keep: (image: Vips.Image) => Vips.Image) => T): T {
  const kept: Vips.Image[] = [];
  try {
    return work((image) => {
      kept.push(image);
      return image;
    });
  } finally {
    for (const image of kept.reverse()) image.delete();
  }
}

function toChannels(bands: number): Pixels['channels'] {
  if (bands === 1 || bands === 2 || bands === 3 || bands === 4) return bands;
  throw new RangeError(`expected 1 to 4 bands, found ${bands}`);
}
