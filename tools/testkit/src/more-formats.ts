import sharp from 'sharp';
import { animation, photoPng } from './images.ts';
import { writeBmp } from './write-bmp.ts';

/** Returns a photo as AVIF, GIF, TIFF and BMP, and an animation as GIF. */
export async function moreFormats(size: { widthPx: number; heightPx: number }) {
  const image = sharp(await photoPng(size)).removeAlpha();
  const pixels = await image.clone().raw().toBuffer();
  const valueAt = (x: number, y: number) => pixels.readUIntBE((y * size.widthPx + x) * 3, 3);
  return {
    avif: await image.clone().avif({ effort: 0 }).toBuffer(),
    gif: await image.clone().gif().toBuffer(),
    tiff: await image.clone().tiff({ compression: 'lzw' }).toBuffer(),
    bmp: writeBmp({ ...size, bits: 24, valueAt }),
    animatedGif: await sharp(await animation(size), { animated: true })
      .gif()
      .toBuffer(),
  };
}
