import type { EncodedFormat } from '@gossamer/contracts/formats';
import { type Header, maxHeldPixels, megapixel, pixelCount } from './picture.ts';
import type { Plan } from './steps/plan.ts';

/** An engine child with nothing to do. */
const restMegabytes = 90;
/** What the judges hold, at most: reference and sample of about a megapixel. */
const judgeMegabytes = 110;
/** More where it may be a drawing, of which strips of two megapixels are judged, and colours are searched for. */
const drawing = { megabytesPerMegapixel: 30, maxMegabytes: 110 };
/** Megabytes a megapixel that encoding takes at its peak, decoding included: measured with sharp 0.35.5, one thread. */
const encoderMegabytes: Record<EncodedFormat, number> = { jpeg: 6.4, webp: 5, png: 6, avif: 33 };
/** On top: decoded pixels that are held and shared. */
const heldMegabytes = 3;
/** libheif in WebAssembly, at its peak: 9 to 14 measured, 20 with alpha. */
const heicMegabytes = { opaque: 14, alpha: 20 };

/** By what is decoded, where it is not held but made smaller or cut, and perhaps turned as a whole, beside every encoder. */
const besideMegabytes = 3.5;

/** Megabytes of memory that a picture will need at most, by its header and what is asked for. */
export function estimateMegabytes(header: Header, plan: Plan): number {
  const decoded = pixelCount(header) / megapixel;
  const encoded = Math.max(pixelCount(plan), plan.extended ? pixelCount(plan.extended.outer) : 0) / megapixel;
  const isHeld = encoded * megapixel <= maxHeldPixels;
  const isDecodedBeside = !isHeld && plan.isResized;
  const beside = isHeld ? encoded * heldMegabytes : Number(isDecodedBeside) * decoded * besideMegabytes;
  const encoding = encoded * encoderFor(plan) + beside;
  const heic = header.hasAlpha ? heicMegabytes.alpha : heicMegabytes.opaque;
  const decoding = decoded * (header.format === 'heic' ? heic : 4);
  const mayBeDrawn = header.format === 'png' || header.format === 'webp';
  const drawn = Math.min(drawing.maxMegabytes, encoded * drawing.megabytesPerMegapixel) * Number(mayBeDrawn);
  return Math.ceil(restMegabytes + judgeMegabytes + drawn + Math.max(encoding, decoding));
}

/** Of the formats that may be tried, the one that takes most; what the engine chooses from by itself takes no AVIF. */
function encoderFor({ formats = ['jpeg', 'webp', 'png'] }: Plan): number {
  return Math.max(...formats.map((format) => encoderMegabytes[format]));
}
