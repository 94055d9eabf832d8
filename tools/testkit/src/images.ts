/**
 * Generated test images: real image files that are identical for identical arguments. Sizes are in pixels as stored in
 * the file; the EXIF orientation can rotate the displayed image.
 */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { photoPixels, randomNumbers, type Size } from './photo-pixels.ts';

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

function fromPixels(pixels: Buffer, size: Size, channels: 1 | 2 | 3 | 4 = 3) {
  return sharp(pixels, { raw: { width: size.widthPx, height: size.heightPx, channels } });
}

function photoImage(size: Size) {
  return fromPixels(photoPixels(size), size);
}

/**
 * Returns a photo-like baseline JPEG as a camera would encode it: standard Huffman tables, chroma subsampling 4:2:0.
 */
export async function photo(size: Size & { quality?: number }): Promise<Buffer> {
  return photoImage(size)
    .jpeg({ quality: size.quality ?? 92, optimiseCoding: false })
    .toBuffer();
}

export async function photoPng(size: Size): Promise<Buffer> {
  return photoImage(size).png({ compressionLevel: 6 }).toBuffer();
}

export async function photoWebp(size: Size & { quality?: number }): Promise<Buffer> {
  return photoImage(size)
    .webp({ quality: size.quality ?? 92, effort: 2 })
    .toBuffer();
}

/**
 * Returns a JPEG with the metadata that cameras and tools write: EXIF with GPS position and serial number, XMP, a
 * comment, and trailing bytes.
 */
export async function cameraPhoto(size: Size & { orientation?: Orientation }): Promise<Buffer> {
  const jpeg = await photoImage(size)
    .jpeg({ quality: 92, optimiseCoding: false })
    .withMetadata({ orientation: size.orientation ?? 1 })
    .withExifMerge({
      IFD0: { Make: 'Gossamer', Model: 'Pinhole 1' },
      IFD2: { BodySerialNumber: 'SERIAL-0042' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 3960/100',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SECRET-XMP</note></x:xmpmeta>')
    .toBuffer();
  const comment = jpegSegment(0xfe, Buffer.from('SECRET-COMMENT'));
  const iptc = jpegSegment(0xed, Buffer.from('Photoshop 3.0\0' + '8BIM SECRET-IPTC', 'latin1'));
  return Buffer.concat([jpeg.subarray(0, 2), comment, iptc, jpeg.subarray(2), Buffer.from('SECRET-TAIL')]);
}

function jpegSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Returns a CMYK JPEG as print software would create it. */
export async function cmykPhoto(size: Size & { withProfile?: boolean }): Promise<Buffer> {
  const image = photoImage(size).toColourspace('cmyk').jpeg({ quality: 90 });
  return (size.withProfile ? image.withIccProfile('cmyk') : image).toBuffer();
}

/** Returns a single-color JPEG in Display P3. `rgb` is the equivalent color in sRGB. */
export async function displayP3Jpeg(size: Size & { rgb: [number, number, number] }): Promise<Buffer> {
  const [r, g, b] = size.rgb;
  return sharp({
    create: { width: size.widthPx, height: size.heightPx, channels: 3, background: { r, g, b } },
  })
    .withIccProfile('p3')
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

export async function grayPhoto(size: Size): Promise<Buffer> {
  return photoImage(size).grayscale().toColourspace('b-w').jpeg({ quality: 92 }).toBuffer();
}

/** Returns a PNG of random RGB pixels, which no encoder can compress well. */
export async function noise(size: Size): Promise<Buffer> {
  const random = randomNumbers(size.seed ?? 1);
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * 3);
  for (let i = 0; i < pixels.length; i++) pixels[i] = random() * 256;
  return fromPixels(pixels, size).png().toBuffer();
}

/** Returns a PNG with a smooth gradient along both axes. */
export async function gradient(size: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * 3);
  for (let y = 0; y < size.heightPx; y++) {
    for (let x = 0; x < size.widthPx; x++) {
      const at = (y * size.widthPx + x) * 3;
      pixels[at] = (255 * x) / size.widthPx;
      pixels[at + 1] = (255 * y) / size.heightPx;
      pixels[at + 2] = 160;
    }
  }
  return fromPixels(pixels, size).png().toBuffer();
}

/** Side in pixels of the area in `photoWithPattern`, which is centered. */
export const patternPx = 192;

/**
 * Returns a JPEG with smooth colors and a small area of fine stripes. Encoders choose a quality that suits the smooth
 * colors, at which the stripes lose much more.
 */
export async function photoWithPattern(size: Size): Promise<Buffer> {
  const stripes = Buffer.alloc(patternPx * patternPx * 3);
  for (let pixel = 0; pixel < patternPx * patternPx; pixel++) {
    const place = (pixel % patternPx) * 7 + Math.floor(pixel / patternPx) * 13;
    stripes.set(place % 11 < 2 ? [200, 30, 30] : [60, 120, 60], pixel * 3);
  }
  const raw = { width: patternPx, height: patternPx, channels: 3 } as const;
  const smooth = sharp(await gradient(size)).composite([{ input: stripes, raw }]);
  return smooth.jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer();
}

/**
 * Returns the pixels of flat rectangles in eight colors on white, similar to a user interface. With 4 channels, the
 * background is transparent.
 */
function graphicPixels(size: Size, channels: 3 | 4): Buffer {
  const random = randomNumbers(size.seed ?? 1);
  const colors = ['1f2937', '2563eb', '16a34a', 'f59e0b', 'dc2626', 'e5e7eb', '7c3aed'];
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * channels, channels === 3 ? 255 : 0);
  for (let shape = 0; shape < 60; shape++) {
    const color = Buffer.from(`${colors[shape % colors.length]}ff`, 'hex').subarray(0, channels);
    const left = Math.floor(random() * size.widthPx);
    const top = Math.floor(random() * size.heightPx);
    const right = Math.min(size.widthPx, left + Math.ceil((random() * size.widthPx) / 4));
    const bottom = Math.min(size.heightPx, top + Math.ceil((random() * size.heightPx) / 14));
    for (let y = top; y < bottom; y++) {
      pixels.fill(color, (y * size.widthPx + left) * channels, (y * size.widthPx + right) * channels);
    }
  }
  return pixels;
}

/** Returns a PNG with a few flat colors, similar to a screenshot of a user interface. */
export async function graphic(size: Size): Promise<Buffer> {
  return fromPixels(graphicPixels(size, 3), size).png().toBuffer();
}

/** Returns the same image as `graphic` with a transparent background, similar to a logo. */
export async function graphicWithAlpha(size: Size): Promise<Buffer> {
  return fromPixels(graphicPixels(size, 4), size, 4).png().toBuffer();
}

/** Returns a PNG of a photo whose edges fade out through a soft alpha channel. */
export async function cutout(size: Size): Promise<Buffer> {
  const photo = photoPixels(size);
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * 4);
  for (let i = 0; i < pixels.length / 4; i++) {
    photo.copy(pixels, i * 4, i * 3, i * 3 + 3);
    const dx = ((i % size.widthPx) / size.widthPx) * 2 - 1;
    const dy = (Math.floor(i / size.widthPx) / size.heightPx) * 2 - 1;
    pixels[i * 4 + 3] = Math.max(0, Math.min(255, (1 - dx * dx - dy * dy) * 600));
  }
  return fromPixels(pixels, size, 4).png().toBuffer();
}

/** Returns an animated WebP with a different photo in every frame and a frame duration of 80 ms. */
export async function animation(size: Size & { frames?: number }): Promise<Buffer> {
  const frames = size.frames ?? 3;
  const seed = size.seed ?? 1;
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, frame) => photoPixels({ ...size, seed: seed + frame })),
  );
  const raw = {
    width: size.widthPx,
    height: size.heightPx * frames,
    channels: 3,
    pageHeight: size.heightPx,
  } as const;
  return sharp(pixels, { raw })
    .webp({ quality: 90, effort: 2, loop: 0, delay: Array(frames).fill(80) })
    .toBuffer();
}

/** Returns a PNG with 16 bits per channel. */
export async function deepPng(size: Size): Promise<Buffer> {
  return photoImage(size).toColourspace('rgb16').png().toBuffer();
}

export async function grayAlphaPng(size: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * 2);
  for (let i = 0; i < pixels.length / 2; i++) {
    pixels[i * 2] = i % size.widthPx;
    pixels[i * 2 + 1] = Math.floor(i / size.widthPx);
  }
  return fromPixels(pixels, size, 2).toColourspace('b-w').png().toBuffer();
}

export async function onePixel(): Promise<Buffer> {
  return fromPixels(Buffer.from([200, 100, 50]), { widthPx: 1, heightPx: 1 })
    .png()
    .toBuffer();
}

/** Returns a PNG chunk with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Returns a PNG of a few hundred bytes whose header declares far more pixels than the file contains. */
export function pixelFlood(size: Size = { widthPx: 60_000, heightPx: 60_000 }): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(size.widthPx, 0);
  header.writeUInt32BE(size.heightPx, 4);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(100_000)));
  return Buffer.concat([signature, pngChunk('IHDR', header), data, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Returns the beginning of a file, as after an interrupted upload. */
export function truncated(file: Uint8Array, keptShare = 0.5): Buffer {
  return Buffer.from(file.subarray(0, Math.floor(file.length * keptShare)));
}

/** Returns files of unsupported types, by file name extension. */
export async function foreignFiles(): Promise<Record<'svg' | 'gif' | 'tiff' | 'pdf' | 'text', Buffer>> {
  const size = { widthPx: 16, heightPx: 16 };
  return {
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="9" height="9"/></svg>',
    ),
    gif: await photoImage(size).gif().toBuffer(),
    tiff: await photoImage(size).tiff().toBuffer(),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    text: Buffer.from('This is not an image.\n'.repeat(20)),
  };
}
