import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { Metadata } from 'sharp';
import { codecs } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import { type Header, pixelCount } from '../picture.ts';
import { sharp } from '../sharp.ts';
import { isAnimatedPng } from '../strip/png.ts';

/**
 * Reads the header and refuses what is too large, before a pixel is decoded.
 * `maxPixels` counts width × height × frames.
 * @throws EngineError `corrupt_image`, `too_many_pixels`
 */
export async function readHeader(
  original: Uint8Array,
  format: EncodedFormat,
  maxPixels: number,
): Promise<Header> {
  const facts = await readMetadata(original);
  const pages = facts.pages ?? 1;
  const orientation = pages === 1 ? (facts.orientation ?? 1) : 1;
  const isOnItsSide = orientation > 4;
  // An animation's `height` is that of one frame already.
  const header: Header = {
    format,
    widthPx: isOnItsSide ? facts.height : facts.width,
    heightPx: isOnItsSide ? facts.width : facts.height,
    pages,
    orientation,
    hasAlpha: facts.hasAlpha,
    isGrey: facts.space === 'b-w' || facts.space === 'grey16',
    sourceQuality: codecs[format].sourceQuality(original),
    isAnimatedPng: format === 'png' && isAnimatedPng(original),
  };
  if (pixelCount(header) > maxPixels) throw new EngineError('too_many_pixels');
  return header;
}

async function readMetadata(original: Uint8Array): Promise<Metadata> {
  try {
    // Without sharp's own limit, so that a pixel flood gets our answer instead of a generic error.
    return await sharp(original, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new EngineError('corrupt_image', { cause });
  }
}
