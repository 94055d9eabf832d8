import type { Encoding } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Sharp } from 'sharp';
import type { Gamut } from './color/gamut.ts';
import type { GainMap } from './hdr/gain-map.ts';
import type { Area } from './worst-tile.ts';

/** Properties of an image that are read without decoding pixels. Width and height are those of one upright frame. */
export type Header = {
  format: InputFormat;
  /** Size of the file in bytes. */
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  /** Number of frames; 1 for a still image. */
  pages: number;
  /**
   * EXIF orientation, 1 to 8. Always 1 for animations, which are never rotated, and for HEIC and AVIF, whose containers
   * specify the rotation.
   */
  orientation: number;
  hasAlpha: boolean;
  isGray: boolean;
  /** Whether the image has RGB colors with 16 bits per channel. */
  isRgb16: boolean;
  /** Whether the image's ICC profile includes colors outside sRGB. */
  isWideGamut: boolean;
  /** Whether the image's color space is Display P3. */
  isDisplayP3: boolean;
  isHdr: boolean;
  /** The gain map of an HDR image; absent if it has none that can be kept. */
  gainMap?: GainMap | undefined;
  /**
   * Memory of a decoder in bytes per pixel if it must hold the whole image, for example for a JPEG with several scans;
   * otherwise 0.
   */
  scanBytesPerPixel: number;
  /** Number of scans in a JPEG; 1 for any other file. */
  scans: number;
  /** A JPEG's encoder quality, 1 to 100, derived from its quantization table; undefined if unknown. */
  jpegQuality: number | undefined;
  /** Whether the file is an animated PNG. libvips reads only its first frame. */
  isAnimatedPng: boolean;
};

/** Decoded pixels, 8 bits per channel, row by row without padding. */
export type Pixels = { data: Buffer; widthPx: number; heightPx: number; channels: 1 | 2 | 3 | 4 };

export type ImageKind = 'photo' | 'graphic';

/** The upright, resized and filtered image that codecs encode, in its gamut or gray. */
export type Image = {
  widthPx: number;
  heightPx: number;
  pages: number;
  kind: ImageKind;
  hasAlpha: boolean;
  /** Whether the pixels are gray. Absent if unknown. */
  isGray?: boolean;
  /** Color space of the pixels. Scores are computed as if it were sRGB. */
  gamut: Gamut;
  /** Opens a new pipeline over the pixels. Every encoding needs its own pipeline. */
  open(): Sharp;
  /** Opens a new pipeline over one frame. Frames are counted from 0. */
  openFrame(frame: number): Sharp;
  /** The decoded pixels. Absent if they would take too much memory; `open` then decodes the original again. */
  pixels?: Pixels;
  /** Encoder quality of a JPEG original; absent if the pixels were changed. */
  jpegQuality?: number | undefined;
  /** The image reduced to at most 256 colors; absent if the reduced image does not reach the target score. */
  palette?: Palette;
};

/** An image with at most 256 colors and its scores. */
export type Palette = { png: Buffer; open(): Sharp; score: number; worstTileScore: number; worstTile?: Area };

/** Returns the number of pixels in all frames. */
export function pixelCount(image: { widthPx: number; heightPx: number; pages?: number }): number {
  return image.widthPx * image.heightPx * (image.pages ?? 1);
}

export const megapixel = 1_000_000;

/**
 * Maximum number of pixels kept in memory for all candidates. For larger images, each candidate decodes the original
 * again.
 */
export const maxHeldPixels = 48 * megapixel;

/** A finished file and how it was encoded. `encoderQuality` is null if lossless; scores are null if not measured. */
export type Encoded = {
  format: EncodedFormat;
  data: Buffer;
  encoding: Encoding;
  encoderQuality: number | null;
  score: number | null;
  worstTileScore: number | null;
  worstTile?: Area;
};
