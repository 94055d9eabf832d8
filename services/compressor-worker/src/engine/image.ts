import type { Encoding } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Sharp } from 'sharp';

/** Facts that are read from the file without decoding pixels. Sizes are those of one frame of the upright image. */
export type Header = {
  format: InputFormat;
  /** Size of the file in bytes. */
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  /** Number of frames; 1 for a still image. */
  pages: number;
  /** EXIF orientation, 1 to 8. Always 1 for animations, which are never rotated, and HEIC, rotated by its container. */
  orientation: number;
  hasAlpha: boolean;
  isGrey: boolean;
  /** Whether its ICC profile covers colors beyond sRGB. */
  isWideGamut: boolean;
  isHdr: boolean;
  /** Bytes per pixel that a decoder holds for the whole image if the file has several scans; else 0. */
  scanBytesPerPixel: number;
  /** Scans of a JPEG; 1 for any other file. */
  scans: number;
  /** A JPEG's encoder quality, 1 to 100, derived from its quantization table; undefined if unknown. */
  jpegQuality: number | undefined;
  /** Whether the file is an animated PNG, of which libvips reads only the first frame. */
  isAnimatedPng: boolean;
};

/** Decoded pixels, 8 bits per channel, row by row without padding. */
export type Pixels = { data: Buffer; widthPx: number; heightPx: number; channels: 1 | 2 | 3 | 4 };

export type ImageKind = 'photo' | 'graphic';

/** The upright, resized, filtered image that codecs encode: sRGB or grey. */
export type Image = {
  widthPx: number;
  heightPx: number;
  pages: number;
  kind: ImageKind;
  hasAlpha: boolean;
  /** Opens a new pipeline over the pixels; every encoding needs its own. */
  open(): Sharp;
  /** Opens a new pipeline over one frame, counted from 0. */
  openFrame(frame: number): Sharp;
  /** The decoded pixels. Absent if they would take too much memory; `open` then decodes the original again. */
  pixels?: Pixels;
  /** The JPEG quality of the original, if its pixels are unchanged. */
  jpegQuality?: number | undefined;
  /** The image in at most 256 colors, if that reaches the target score. */
  palette?: Palette;
};

/** An image in at most 256 colors, with its scores. */
export type Palette = { png: Buffer; open(): Sharp; score: number; worstTileScore: number };

/** Returns the number of pixels of all frames. */
export function pixelCount(image: { widthPx: number; heightPx: number; pages?: number }): number {
  return image.widthPx * image.heightPx * (image.pages ?? 1);
}

export const megapixel = 1_000_000;

/** Up to this size, candidates share the decoded pixels in memory; above, each candidate decodes the original again. */
export const maxHeldPixels = 48 * megapixel;

/** A finished file and how it was made. `encoderQuality` is null if lossless, the scores are null if not measured. */
export type Encoded = {
  format: EncodedFormat;
  data: Buffer;
  encoding: Encoding;
  encoderQuality: number | null;
  score: number | null;
  worstTileScore: number | null;
};
