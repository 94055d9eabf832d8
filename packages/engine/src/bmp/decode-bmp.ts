import { Transformer } from '#optimizers';
import { EngineError } from '../errors.ts';
import { allocateTiff } from '../tiff/allocate-tiff.ts';
import { readBmpHeader } from './read-bmp-header.ts';

/**
 * Decodes a BMP to an uncompressed TIFF that libvips can open: 8-bit RGB or RGBA, with its ICC profile.
 * @throws EngineError `corrupt_image`
 */
export async function decodeBmp(original: Uint8Array): Promise<Buffer> {
  const { widthPx, heightPx, hasAlpha, iccProfile } = readBmpHeader(original);
  const pixels = await rawPixels(original);
  const channels = hasAlpha ? 4 : 3;
  if (pixels.length !== widthPx * heightPx * channels) throw new EngineError('corrupt_image');
  const tiff = allocateTiff({ widthPx, heightPx, channels, iccProfile });
  pixels.copy(tiff.pixels);
  return tiff.file;
}

async function rawPixels(original: Uint8Array): Promise<Buffer> {
  try {
    return await new Transformer(original).rawPixels();
  } catch (cause) {
    throw new EngineError('corrupt_image', { cause });
  }
}
