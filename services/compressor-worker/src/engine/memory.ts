import type { EncodedFormat } from '@gossamer/contracts/formats';
import { type Header, maxHeldPixels, megapixel, pixelCount } from './image.ts';
import type { Plan } from './steps/plan.ts';
import { maxTurnMegabytes } from './strip/turn-jpeg.ts';

/** An engine child with nothing to do. */
const restMegabytes = 90;
/** What the scorers hold, at most: reference and sample of about a megapixel. */
const scorerMegabytes = 110;
/** More where it may be a drawing, of which strips of two megapixels are judged, and colours are searched for. */
const drawing = { megabytesPerMegapixel: 40, maxMegabytes: 200 };
/** Megabytes a megapixel that encoding takes at its peak, decoding included: measured with sharp 0.35.5, one thread. */
const encoderMegabytes: Record<EncodedFormat, number> = { jpeg: 7, webp: 6, png: 6, avif: 33 };
/** The same of JPEG above the default quality: whole chroma and the original's own coefficients are tried as well. */
const fineJpeg = { aboveScore: 80, megabytes: 11 };
/** The same of WebP for an image with alpha, which is coded losslessly beside it: 10 to 12 measured, 8 and 16 bits. */
const webpWithAlphaMegabytes = 13;
/** On top: decoded pixels that are held and shared. */
const heldMegabytes = { opaque: 3, alpha: 4 };
/** libheif in WebAssembly, at its peak: 9 to 14 measured, 20 with alpha. */
const heicMegabytes = { opaque: 14, alpha: 20 };

/** Coefficients before and after a turn, at most 3 components of 2 bytes each; jpegtran has a process of its own. */
const turningMegabytes = 12;

/** By what is decoded, where it is not held but made smaller or cut, and perhaps turned as a whole, beside every encoder. */
const besideMegabytes = 3.5;

/** Megabytes of memory that an image will need at most, by its header and what is asked for. */
export function estimateMegabytes(header: Header, plan: Plan): number {
  const decoded = pixelCount(header) / megapixel;
  const encoded = Math.max(pixelCount(plan), plan.extended ? pixelCount(plan.extended.outer) : 0) / megapixel;
  const isHeld = encoded * megapixel <= maxHeldPixels;
  const held = header.hasAlpha ? heldMegabytes.alpha : heldMegabytes.opaque;
  const isDecodedBeside = !isHeld && plan.isResized;
  const beside = isHeld ? encoded * held : Number(isDecodedBeside) * decoded * besideMegabytes;
  const encoding = encoded * encoderFor(header, plan) + beside;
  const heic = header.hasAlpha ? heicMegabytes.alpha : heicMegabytes.opaque;
  const decoding = decoded * (header.format === 'heic' ? heic : 4);
  const mayBeDrawn = header.format === 'png' || header.format === 'webp';
  const drawn = Math.min(drawing.maxMegabytes, encoded * drawing.megabytesPerMegapixel) * Number(mayBeDrawn);
  const scans = decoded * header.scanBytesPerPixel;
  const mayBeTurned = header.format === 'jpeg' && header.orientation !== 1 && plan.mayKeepOriginal;
  const turning = mayBeTurned ? Math.min(maxTurnMegabytes, decoded * turningMegabytes) : 0;
  // The original, its copy without metadata, and at worst, for noise, a result as large.
  const files = (3 * header.sizeBytes) / megapixel;
  return Math.ceil(
    restMegabytes + scorerMegabytes + files + drawn + scans + turning + Math.max(encoding, decoding),
  );
}

/** Of the formats that may be tried, the one that takes most; what the engine chooses from by itself takes no AVIF. */
function encoderFor(
  { hasAlpha, pages }: Header,
  { formats = ['jpeg', 'webp', 'png'], targetScore }: Plan,
): number {
  // An animation's frames are encoded one by one.
  const hasCodedAlpha = hasAlpha && pages === 1;
  const megabytesOf = (format: EncodedFormat) => {
    if (format === 'jpeg' && targetScore > fineJpeg.aboveScore) return fineJpeg.megabytes;
    return format === 'webp' && hasCodedAlpha ? webpWithAlphaMegabytes : encoderMegabytes[format];
  };
  return Math.max(...formats.map(megabytesOf));
}
