import { namedFormats, type ResolvedSettings } from '@gossamer/contracts/settings';
import { type Header, pixelCount } from '../image.ts';

/** The engine's decisions about colors that sRGB cannot represent. */
export type ColorPlan = {
  /** Whether the pixels stay in Display P3 if they have colors outside sRGB. */
  mayKeepP3: boolean;
  /** Whether the result contains the original's gain map. This requires a JPEG in the original's color space. */
  keepsHdr: boolean;
};

/**
 * Changes to the image. `ground`: background color. `isStill`: only one frame is kept. `isWhole`: the image is neither
 * cropped nor padded.
 */
type Framing = { ground: string | undefined; isStill: boolean; isWhole: boolean };

/** Returns how to handle colors outside sRGB. Filters and backgrounds require sRGB, in which they are defined. */
export function colorsFor(header: Header, settings: ResolvedSettings, framing: Framing): ColorPlan {
  const isUntouched = settings.filter === 'none' && framing.ground === undefined && framing.isStill;
  const mayKeepP3 = header.isDisplayP3 && !header.isGray && settings.color !== 'srgb' && isUntouched;
  const hasOriginalColors = mayKeepP3 || !header.isWideGamut;
  const keepsHdr =
    hasUsableMap(header) &&
    settings.hdr !== 'drop' &&
    isUntouched &&
    framing.isWhole &&
    hasOriginalColors &&
    mayBecomeJpeg(settings);
  return { mayKeepP3, keepsHdr };
}

/**
 * Returns whether the image has a gain map with at most as many pixels as the image. Memory is reserved only for that
 * many pixels.
 */
function hasUsableMap({ gainMap, ...image }: Header): boolean {
  return gainMap !== undefined && pixelCount(gainMap) <= pixelCount(image);
}

/**
 * Returns whether the result may be a JPEG with a gain map. This is the case if JPEG is the only requested format, or
 * if the engine chooses the format, because it prefers a format that keeps HDR.
 */
function mayBecomeJpeg(settings: ResolvedSettings): boolean {
  const named = settings.format === 'modern' ? undefined : namedFormats(settings);
  return named === undefined || named.every((format) => format === 'jpeg');
}
