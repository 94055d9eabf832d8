import type { EncodedFormat } from '@gossamer/contracts/formats';
import { type Header, maxHeldPixels, megapixel, pixelCount } from './image.ts';
import type { SizePx } from './sizes.ts';
import type { Plan } from './steps/plan.ts';
import { maxTurnMegabytes } from './strip/turn-jpeg.ts';

/** Memory that an idle engine process uses, in megabytes. */
const restMegabytes = 90;
/** Additional memory of libjxl in WebAssembly, in megabytes. */
const jxlMegabytes = 150;
/** Maximum memory of the scorers in megabytes, for a reference and a sample of about one megapixel each. */
const scorerMegabytes = 110;
/**
 * Additional memory for images that may be drawings. Drawings are scored in strips of two megapixels, and the engine
 * searches for a palette.
 */
const drawing = { megabytesPerMegapixel: 40, maxMegabytes: 200 };
/** Peak memory while encoding and decoding, in megabytes per megapixel. Measured with sharp 0.35.5 and one thread. */
const encoderMegabytes: Record<EncodedFormat, number> = { jpeg: 7, webp: 6, png: 6, avif: 33, jxl: 60 };
/**
 * Memory in megabytes per megapixel for encoding JPEG above the given target score. The value is higher than for lower
 * scores, because full chroma and lossless recoding are also tried.
 */
const fineJpeg = { aboveScore: 80, megabytes: 11 };
/**
 * Memory in megabytes per megapixel for encoding images with alpha as WebP, which is also tried losslessly. Measured:
 * 10 to 12, both for 8-bit and for 16-bit input.
 */
const webpWithAlphaMegabytes = 13;
/** Memory in megabytes per megapixel for the decoded pixels, which all candidates share. */
const heldMegabytes = { opaque: 3, alpha: 4 };
/** Peak memory of libheif in WebAssembly, in megabytes per megapixel. Measured: 9 to 14, and 20 with alpha. */
const heicMegabytes = { opaque: 14, alpha: 20 };

/**
 * Peak memory of libheif and libaom while decoding AVIF, in megabytes per megapixel. Measured for opaque images: 18
 * with 8 bits, 24 with 10 bits.
 */
const avifMegabytes = { opaque: 25, alpha: 32 };
/** Memory for the pixels of a BMP, in megabytes per megapixel. Both its decoder and libvips hold a copy. */
const bmpMegabytes = 8;
/** Memory for a format with a streaming decoder, in megabytes per megapixel. */
const streamedMegabytes = 4;

/**
 * Memory that jpegtran needs, in megabytes per megapixel: the coefficients before and after the rotation, 2 bytes each
 * for 3 components.
 */
const turningMegabytes = 12;

/**
 * Memory in megabytes per decoded megapixel if each encoder decodes the original again to resize, crop or rotate it.
 */
const besideMegabytes = 3.5;

/** Returns an estimate of the maximum memory for processing an image, in megabytes, based on its header and plan. */
export function estimateMegabytes(header: Header, plan: Plan): number {
  const decoded = pixelCount(header) / megapixel;
  const encoded = Math.max(pixelCount(plan), plan.extended ? pixelCount(plan.extended.outer) : 0) / megapixel;
  const isHeld = encoded * megapixel <= maxHeldPixels;
  const held = header.hasAlpha ? heldMegabytes.alpha : heldMegabytes.opaque;
  const isDecodedBeside = !isHeld && plan.isResized;
  const beside = isHeld ? encoded * held : Number(isDecodedBeside) * decoded * besideMegabytes;
  const encoding = encoded * encoderFor(header, plan) + beside;
  const decoding = decoded * decoderFor(header);
  const mayBeDrawn = header.format !== 'jpeg' && header.format !== 'heic';
  const drawn = Math.min(drawing.maxMegabytes, encoded * drawing.megabytesPerMegapixel) * Number(mayBeDrawn);
  const scans = decoded * header.scanBytesPerPixel;
  const mayBeTurned = header.format === 'jpeg' && header.orientation !== 1 && plan.mayKeepOriginal;
  const turning = mayBeTurned ? Math.min(maxTurnMegabytes, decoded * turningMegabytes) : 0;
  // Memory for the original, its copy without metadata and, in the worst case (noise), a result of the same size.
  const files = (3 * header.sizeBytes) / megapixel;
  const jxl = plan.formats?.includes('jxl') ? jxlMegabytes : 0;
  return Math.ceil(
    restMegabytes + scorerMegabytes + jxl + files + drawn + scans + turning + Math.max(encoding, decoding),
  );
}

/**
 * Returns the maximum memory for a group of variants, in megabytes. While a narrower variant is made, the pixels of the
 * widest remain in memory.
 * @param widest plan of the widest variant
 * @param narrower size of the next narrower variant, if there is one
 */
export function estimateGroupMegabytes(header: Header, widest: Plan, narrower?: SizePx): number {
  const perMegapixel = header.hasAlpha ? heldMegabytes.alpha : heldMegabytes.opaque;
  const scaled = narrower ? (narrower.widthPx * narrower.heightPx * perMegapixel) / megapixel : 0;
  return estimateMegabytes(header, widest) + Math.ceil(scaled);
}

function decoderFor({ format, hasAlpha }: Header): number {
  if (format === 'bmp') return bmpMegabytes;
  const whole = { heic: heicMegabytes, avif: avifMegabytes }[format as string];
  if (!whole) return streamedMegabytes;
  return hasAlpha ? whole.alpha : whole.opaque;
}

/**
 * Returns the megabytes per megapixel of the format that needs the most memory among those that may be tried. AVIF is
 * tried only on request.
 */
function encoderFor(
  { hasAlpha, pages }: Header,
  { formats = ['jpeg', 'webp', 'png'], targetScore }: Plan,
): number {
  // Animation frames are encoded individually, so alpha needs less memory.
  const hasCodedAlpha = hasAlpha && pages === 1;
  const megabytesOf = (format: EncodedFormat) => {
    if (format === 'jpeg' && targetScore > fineJpeg.aboveScore) return fineJpeg.megabytes;
    return format === 'webp' && hasCodedAlpha ? webpWithAlphaMegabytes : encoderMegabytes[format];
  };
  return Math.max(...formats.map(megabytesOf));
}
