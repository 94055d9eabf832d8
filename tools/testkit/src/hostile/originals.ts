import sharp, { type Sharp } from 'sharp';
import { ultraHdrJpeg } from '../ultra-hdr.ts';
import { writeBmp } from '../write-bmp.ts';
import type { Original } from './mutations.ts';

const animationFrames = 5;

/** Returns small versions of a photo and a drawing in the format variants that cameras and tools create. */
export async function originalsOf(photo: Buffer, drawing: Buffer, widthPx = 200): Promise<Original[]> {
  const image = () => sharp(photo).resize(widthPx);
  const drawn = () => sharp(drawing).resize(widthPx);
  const files: [Original['format'], string, Promise<Buffer>][] = [
    ['jpeg', 'baseline', image().jpeg({ quality: 90, optimiseCoding: false }).toBuffer()],
    ['jpeg', 'progressive', image().jpeg({ mozjpeg: true, quality: 90 }).toBuffer()],
    ['jpeg', 'exif and gps, on its side', withExif(image().jpeg({ quality: 88 }))],
    ['jpeg', 'cmyk', image().toColourspace('cmyk').jpeg({ quality: 90 }).withIccProfile('cmyk').toBuffer()],
    ['jpeg', 'gray', image().grayscale().jpeg({ quality: 90 }).toBuffer()],
    ['jpeg', '4:4:4', image().jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['jpeg', 'with a gain map', ultraHdrJpeg({ widthPx, heightPx: Math.round(widthPx * 0.75) })],
    ['png', 'truecolor', image().png().toBuffer()],
    ['png', 'truecolor with alpha', drawn().ensureAlpha(0.7).png().toBuffer()],
    ['png', 'palette', drawn().png({ palette: true }).toBuffer()],
    ['png', '16 bits', image().toColourspace('rgb16').png().toBuffer()],
    ['png', 'interlaced', drawn().png({ progressive: true }).toBuffer()],
    ['png', '1 bit', drawn().grayscale().threshold().png({ palette: true, colors: 2 }).toBuffer()],
    ['png', 'exif and profile', withExif(drawn().withIccProfile('p3').png())],
    ['webp', 'lossy', image().webp({ quality: 85 }).toBuffer()],
    ['webp', 'lossless', drawn().webp({ lossless: true }).toBuffer()],
    ['webp', 'lossy with alpha', drawn().ensureAlpha(0.7).webp({ quality: 80 }).toBuffer()],
    ['webp', 'exif', withExif(image().webp({ quality: 80 }))],
    ['webp', 'animated', animated(photo, Math.floor(widthPx / 2), 'webp')],
    ['avif', '8 bits', image().avif({ effort: 0 }).toBuffer()],
    ['avif', '10 bits with alpha', drawn().ensureAlpha(0.7).avif({ effort: 0, bitdepth: 10 }).toBuffer()],
    ['avif', 'exif and gps, on its side', withExif(image().avif({ effort: 0 }))],
    ['gif', 'still', drawn().gif().toBuffer()],
    ['gif', 'animated', animated(photo, Math.floor(widthPx / 2), 'gif')],
    ['tiff', 'lzw', image().tiff({ compression: 'lzw' }).toBuffer()],
    ['tiff', '16 bits', image().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
    ['tiff', 'jpeg', withExif(image().tiff({ compression: 'jpeg' }))],
    ['bmp', '24 bits', bitmap(image(), false)],
    ['bmp', 'run length', bitmap(drawn(), true)],
  ];
  return Promise.all(files.map(async ([format, name, file]) => ({ format, name, file: await file })));
}

function withExif(image: Sharp): Promise<Buffer> {
  return image
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Gossamer', Model: 'Pinhole 1' },
      IFD2: { BodySerialNumber: 'SERIAL-0042' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>xmp</note></x:xmpmeta>')
    .toBuffer();
}

/** Returns an animation in which the photo gradually turns gray. */
async function animated(photo: Buffer, sidePx: number, format: 'webp' | 'gif'): Promise<Buffer> {
  const frame = (nth: number) =>
    sharp(photo)
      .resize(sidePx, sidePx)
      .modulate({ saturation: 1 - nth / animationFrames })
      .png()
      .toBuffer();
  const frames = await Promise.all(Array.from({ length: animationFrames }, (_, nth) => frame(nth)));
  const timing = { loop: 0, delay: Array(animationFrames).fill(60) };
  const joined = sharp(frames, { join: { animated: true } });
  return (format === 'gif' ? joined.gif(timing) : joined.webp({ quality: 80, ...timing })).toBuffer();
}

/** Returns a 24-bit BMP, or an 8-bit grayscale BMP with run-length encoding. */
async function bitmap(image: Sharp, isRunLength: boolean): Promise<Buffer> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => (y * info.width + x) * info.channels;
  return writeBmp({
    widthPx: info.width,
    heightPx: info.height,
    bits: isRunLength ? 8 : 24,
    valueAt: (x, y) => (isRunLength ? (data[at(x, y)] ?? 0) : data.readUIntBE(at(x, y), 3)),
    ...(isRunLength && { palette: Array.from({ length: 256 }, (_, level) => level * 0x010101), isRunLength }),
  });
}
