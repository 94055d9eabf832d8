import { displayP3Profile } from '../color/display-p3.ts';
import { EngineError } from '../errors.ts';
import { allocateTiff, type Tiff } from '../tiff/allocate-tiff.ts';
import { primariesP3 } from './colors.ts';
import { DecoderRejectedError } from './decoder-errors.ts';
import { decodeWithLibheif } from './libheif.ts';
import type { HeicHeader } from './read-heic-header.ts';
import { copyPixels, type PixelView, transformed } from './transforms.ts';

/**
 * Decodes the primary image of a HEIC file to an uncompressed TIFF that libvips can open: 8-bit RGB or RGBA, upright,
 * with its ICC profile. Blocks the thread while decoding.
 * @throws EngineError `corrupt_image`, or `unsupported_format` if the decoder does not support the coding
 * @throws DecoderOutOfMemoryError if the process ran out of memory
 */
export async function decodeHeic(file: Uint8Array, header: HeicHeader): Promise<Buffer> {
  const iccProfile = await profileOf(header);
  const channels = channelsOf(header);
  let tiff: Tiff | undefined;
  const use = (decoded: PixelView) => {
    const shown = (header.transforms ?? []).reduce(transformed, decoded);
    assertPromisedSize(decoded, shown, header);
    tiff = allocateTiff({ widthPx: shown.widthPx, heightPx: shown.heightPx, channels, iccProfile });
    copyPixels(shown, channels, tiff.pixels);
  };
  try {
    const hiddenCrops = (header.transforms ?? []).filter((transform) => transform.kind === 'crop');
    const { itemId } = header;
    await decodeWithLibheif(file, { itemId, channels, isTransformed: !header.transforms, hiddenCrops }, use);
  } catch (cause) {
    throw cause instanceof DecoderRejectedError ? asEngineError(cause) : cause;
  }
  if (!tiff) throw new Error('HEIC decoder returned no pixels');
  if (header.isAlphaPremultiplied) divideByAlpha(tiff.pixels);
  return tiff.file;
}

/** Rejects an image whose decoded size differs from that in the header, for which memory was reserved. */
function assertPromisedSize(decoded: PixelView, shown: PixelView, header: HeicHeader): void {
  const { codedWidthPx, codedHeightPx, widthPx, heightPx } = header;
  const isCodedSize =
    !header.transforms || (decoded.widthPx === codedWidthPx && decoded.heightPx === codedHeightPx);
  const isShownSize = shown.widthPx === widthPx && shown.heightPx === heightPx;
  if (!isCodedSize || !isShownSize) throw new EngineError('corrupt_image');
}

function channelsOf(header: HeicHeader): 3 | 4 {
  return header.hasAlpha ? 4 : 3;
}

/**
 * Returns the ICC profile to embed. Without a profile, pixels are interpreted as sRGB. A gray profile is omitted,
 * because it cannot describe RGB pixels.
 */
async function profileOf(header: HeicHeader): Promise<Buffer | undefined> {
  const colorspaceOffset = 16;
  const isRgb = header.iccProfile?.toString('latin1', colorspaceOffset, colorspaceOffset + 4) === 'RGB ';
  if (header.iccProfile) return isRgb ? header.iccProfile : undefined;
  return header.primaries === primariesP3 && !header.isHdr ? displayP3Profile() : undefined;
}

/** libheif's error codes heif_error_Unsupported_filetype and heif_error_Unsupported_feature. */
const unsupportedCodes = [3, 4];

function asEngineError(cause: DecoderRejectedError): EngineError {
  const isUnsupported = unsupportedCodes.includes(cause.code);
  return new EngineError(isUnsupported ? 'unsupported_format' : 'corrupt_image', { cause });
}

/** Converts premultiplied alpha (`prem` in ISO/IEC 23008-12, 6.5.8) to straight alpha. */
function divideByAlpha(pixels: Buffer): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / alpha));
    }
  }
}
