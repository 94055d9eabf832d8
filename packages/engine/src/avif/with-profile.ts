import { displayP3Profile } from '../color/display-p3.ts';
import { sharp } from '../sharp.ts';
import { allocateTiff } from '../tiff/allocate-tiff.ts';
import { readPixels } from '../tiles.ts';
import { isCodedInP3 } from './avif-header.ts';

/**
 * Returns the pixels of an AVIF in Display P3 as a TIFF with an ICC profile, because libvips ignores color codes.
 * Returns undefined if the file is not in Display P3 or has a profile. Also returns undefined for damaged pixels, which
 * are reported when the file itself is decoded.
 */
export async function withProfile(file: Uint8Array): Promise<Buffer | undefined> {
  if (!isCodedInP3(file)) return undefined;
  const image = sharp(file, { limitInputPixels: false }).toColourspace('srgb');
  const pixels = await readPixels(image).catch(() => undefined);
  if (!pixels || pixels.channels < 3) return undefined;
  const { data, widthPx, heightPx, channels } = pixels;
  const iccProfile = await displayP3Profile();
  const tiff = allocateTiff({ widthPx, heightPx, channels: channels === 4 ? 4 : 3, iccProfile });
  data.copy(tiff.pixels);
  return tiff.file;
}
