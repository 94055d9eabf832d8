import { type Header, maxHeldPixels, megapixel, pixelCount } from './picture.ts';
import type { Plan } from './steps/plan.ts';

/** An engine child with nothing to do. */
const restMegabytes = 90;
/** What the judges hold, at most: reference and sample of about a megapixel. */
const judgeMegabytes = 110;
/** Megabytes a megapixel that encoding takes at its peak, decoding included: measured with sharp 0.35.5, one thread. */
const encoderMegabytes = { jpeg: 6.4, webp: 5, png: 6, avif: 33, auto: 6.4 } as const;
/** On top: decoded pixels that are held and shared. */
const heldMegabytes = 3;
/** libheif in WebAssembly, at its peak: 9 to 14 measured, 20 with alpha. */
const heicMegabytes = { opaque: 14, alpha: 20 };

/** Megabytes of memory that a picture will need at most, by its header and what is asked for. */
export function estimateMegabytes(header: Header, plan: Plan): number {
  const decoded = pixelCount(header) / megapixel;
  const encoded = (plan.widthPx * plan.heightPx * plan.pages) / megapixel;
  const held = encoded * megapixel <= maxHeldPixels ? encoded * heldMegabytes : 0;
  const encoding = encoded * encoderMegabytes[plan.format] + held;
  const heic = header.hasAlpha ? heicMegabytes.alpha : heicMegabytes.opaque;
  const decoding = decoded * (header.format === 'heic' ? heic : 4);
  return Math.ceil(restMegabytes + judgeMegabytes + Math.max(encoding, decoding));
}
