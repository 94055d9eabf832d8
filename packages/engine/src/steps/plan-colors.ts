import { namedFormats, type ResolvedSettings } from '@gossamer/contracts/settings';
import { type Header, pixelCount } from '../image.ts';

/** The engine's decisions about colors that sRGB cannot represent. */
export type ColorPlan = {
  /** Whether the pixels stay in Display P3 if their colors need it. */
  mayKeepP3: boolean;
  /** Whether the result contains the original's gain map, which needs a JPEG in the original's color space. */
  keepsHdr: boolean;
};

/** Changes to the image: a background, only one frame, and neither a crop nor padding. */
type Framing = { ground: string | undefined; isStill: boolean; isWhole: boolean };

/** Decides on the colors of the result. Filters and backgrounds are defined in sRGB. */
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

/** Returns whether the gain map has at most as many pixels as the image, for which memory was reserved. */
function hasUsableMap({ gainMap, ...image }: Header): boolean {
  return gainMap !== undefined && pixelCount(gainMap) <= pixelCount(image);
}

/** Returns whether JPEG is the only requested format, or an automatic choice, which prefers a format that keeps HDR. */
function mayBecomeJpeg(settings: ResolvedSettings): boolean {
  const named = settings.format === 'modern' ? undefined : namedFormats(settings);
  return named === undefined || named.every((format) => format === 'jpeg');
}
