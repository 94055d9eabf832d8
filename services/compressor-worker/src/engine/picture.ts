import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { Sharp } from 'sharp';

/** What the file says about itself before any pixel is decoded. Sizes are those of the upright picture, of one frame. */
export type Header = {
  format: EncodedFormat;
  widthPx: number;
  heightPx: number;
  /** Frames; 1 for a still picture. */
  pages: number;
  /** EXIF orientation, 1 to 8; always 1 for an animation, which nobody turns. */
  orientation: number;
  hasAlpha: boolean;
  isGrey: boolean;
  /** The quality, on the user's scale, at which the original was encoded; undefined where that is not known. */
  sourceQuality: number | undefined;
  /** libvips reads only the first frame of an animated PNG. */
  isAnimatedPng: boolean;
};

/** Decoded pixels, 8 bits a channel, row by row without gaps. */
export type Pixels = { data: Buffer; widthPx: number; heightPx: number; channels: 1 | 2 | 3 | 4 };

export type PictureKind = 'photo' | 'graphic';

/** The upright, resized, filtered picture that codecs encode: sRGB or grey. */
export type Picture = {
  widthPx: number;
  heightPx: number;
  pages: number;
  kind: PictureKind;
  hasAlpha: boolean;
  /** A fresh pipeline over the pixels; every encode opens its own. */
  open(): Sharp;
  /** The same of the first frame only. */
  openStill(): Sharp;
  /** Absent where holding them would cost too much memory: then `open` decodes again. */
  pixels?: Pixels;
  /** The picture in at most 256 colours, where that keeps the look asked for. */
  palette?: Palette;
};

export type Palette = { png: Buffer; open(): Sharp };

/** Pixels of all frames. */
export function pixelCount(picture: { widthPx: number; heightPx: number; pages: number }): number {
  return picture.widthPx * picture.heightPx * picture.pages;
}

export const megapixel = 1_000_000;
