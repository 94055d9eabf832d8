import type { Encoding } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Sharp } from 'sharp';

/** What the file says about itself before any pixel is decoded. Sizes are those of the upright image, of one frame. */
export type Header = {
  format: InputFormat;
  /** Of the file. */
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  /** Frames; 1 for a still image. */
  pages: number;
  /** EXIF orientation, 1 to 8; always 1 for an animation, which nobody turns, and for HEIC, whose container turns. */
  orientation: number;
  hasAlpha: boolean;
  isGrey: boolean;
  /** Holds colours beyond sRGB, by its ICC profile. */
  isWideGamut: boolean;
  isHdr: boolean;
  /** Bytes a pixel that a decoder holds of the whole image, since the file tells its pixels in several scans; else 0. */
  scanBytesPerPixel: number;
  /** Scans of a JPEG; 1 for any other file. */
  scans: number;
  /** The encoder's quality of a JPEG, 1 to 100, by its quantisation table; undefined where that is not known. */
  jpegQuality: number | undefined;
  /** libvips reads only the first frame of an animated PNG. */
  isAnimatedPng: boolean;
};

/** Decoded pixels, 8 bits a channel, row by row without gaps. */
export type Pixels = { data: Buffer; widthPx: number; heightPx: number; channels: 1 | 2 | 3 | 4 };

export type ImageKind = 'photo' | 'graphic';

/** The upright, resized, filtered image that codecs encode: sRGB or grey. */
export type Image = {
  widthPx: number;
  heightPx: number;
  pages: number;
  kind: ImageKind;
  hasAlpha: boolean;
  /** A fresh pipeline over the pixels; every encode opens its own. */
  open(): Sharp;
  /** The same of one frame only, counted from 0. */
  openFrame(frame: number): Sharp;
  /** Absent where holding them would cost too much memory: then `open` decodes again. */
  pixels?: Pixels;
  /** The JPEG quality that the pixels have been through already, where they are as they came. */
  jpegQuality?: number | undefined;
  /** The image in at most 256 colours, where that keeps the look asked for. */
  palette?: Palette;
};

/** Scores as a scorer gives them. */
export type Palette = { png: Buffer; open(): Sharp; score: number; worstTileScore: number };

/** Pixels of all frames. */
export function pixelCount(image: { widthPx: number; heightPx: number; pages?: number }): number {
  return image.widthPx * image.heightPx * (image.pages ?? 1);
}

export const megapixel = 1_000_000;

/** Up to here decoded pixels are held and shared by the candidates; above, each candidate decodes for itself. */
export const maxHeldPixels = 48 * megapixel;

/** A finished file and how it was made; `encoderQuality` is null where nothing was lost, the scores where nobody measured. */
export type Encoded = {
  format: EncodedFormat;
  data: Buffer;
  encoding: Encoding;
  encoderQuality: number | null;
  score: number | null;
  worstTileScore: number | null;
};
