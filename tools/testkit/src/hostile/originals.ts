import sharp, { type Sharp } from 'sharp';
import type { Original } from './mutations.ts';

const webpAnimationFrames = 5;

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
    ['webp', 'animated', animated(photo, Math.floor(widthPx / 2))],
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
async function animated(photo: Buffer, sidePx: number): Promise<Buffer> {
  const frame = (nth: number) =>
    sharp(photo)
      .resize(sidePx, sidePx)
      .modulate({ saturation: 1 - nth / webpAnimationFrames })
      .png()
      .toBuffer();
  const frames = await Promise.all(Array.from({ length: webpAnimationFrames }, (_, nth) => frame(nth)));
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 80, loop: 0, delay: Array(webpAnimationFrames).fill(60) })
    .toBuffer();
}
