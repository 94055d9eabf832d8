import type { ForeignFacts } from '../codecs/codec.ts';
import { EngineError } from '../errors.ts';
import { isDisplayP3, isWiderThanSrgb } from '../metadata/icc.ts';

export type BmpHeader = ForeignFacts & { iccProfile: Buffer | undefined };

/** Size in bytes of the file header, which precedes the image header. */
const fileHeaderBytes = 14;
/** Size in bytes of the oldest image header. Its width and height have 16 bits, and no fields follow the bit depth. */
const coreHeaderBytes = 12;
/** Minimum sizes in bytes of an image header with an alpha mask, and of one with a color profile. */
const alphaMaskBytes = 56;
const profileHeaderBytes = 124;
/** Compression type of pixels whose layout is defined by color masks. */
const bitFields = 3;

/**
 * Reads the header of a BMP without decoding pixels.
 * @throws EngineError `corrupt_image`
 */
export function readBmpHeader(original: Uint8Array): BmpHeader {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  try {
    const { widthPx, heightPx } = sizeOf(file);
    if (widthPx < 1 || heightPx < 1) throw new RangeError('invalid BMP: width or height is 0');
    const iccProfile = profileOf(file);
    return {
      widthPx,
      heightPx,
      codedPixels: widthPx * heightPx,
      hasAlpha: hasAlphaMask(file),
      isGray: false,
      isWideGamut: iccProfile !== undefined && isWiderThanSrgb(iccProfile),
      isDisplayP3: iccProfile !== undefined && isDisplayP3(iccProfile),
      isHdr: false,
      iccProfile,
    };
  } catch (cause) {
    if (cause instanceof RangeError) throw new EngineError('corrupt_image', { cause });
    throw cause;
  }
}

const headerBytesOf = (file: Buffer) => file.readUInt32LE(fileHeaderBytes);

function sizeOf(file: Buffer) {
  if (headerBytesOf(file) === coreHeaderBytes) {
    return { widthPx: file.readUInt16LE(18), heightPx: file.readUInt16LE(20) };
  }
  // The height is negative if the rows are stored from top to bottom.
  return { widthPx: file.readInt32LE(18), heightPx: Math.abs(file.readInt32LE(22)) };
}

/**
 * Returns whether the header has an alpha mask. Without a mask, the fourth byte of a pixel is unused and often 0,
 * although the image is opaque.
 */
function hasAlphaMask(file: Buffer): boolean {
  if (headerBytesOf(file) < alphaMaskBytes || file.readUInt32LE(30) !== bitFields) return false;
  return file.readUInt32LE(66) !== 0;
}

/** Returns the embedded ICC profile, or undefined if the file has none or only refers to an external one. */
function profileOf(file: Buffer): Buffer | undefined {
  if (headerBytesOf(file) < profileHeaderBytes || file.toString('latin1', 70, 74) !== 'DEBM')
    return undefined;
  const startsAt = fileHeaderBytes + file.readUInt32LE(126);
  const endsAt = startsAt + file.readUInt32LE(130);
  return endsAt > startsAt && endsAt <= file.length
    ? Buffer.from(file.subarray(startsAt, endsAt))
    : undefined;
}
