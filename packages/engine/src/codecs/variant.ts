import type { Encoding, EngineEffort } from '@gossamer/contracts/engine-report';
import type { Sharp } from 'sharp';
import type { Gamut } from '../color/gamut.ts';
import type { Image, ImageKind } from '../image.ts';
import type { Curve } from '../quality.ts';

/** An encoder with a fixed set of options. */
export type EncoderVariant = LossyVariant | ExactVariant;

export type EncodeOptions = {
  effort: EngineEffort;
  /** Number of pixels of the image, including all frames. */
  pixels: number;
  isAnimated: boolean;
  kind: ImageKind;
  hasAlpha: boolean;
  gamut: Gamut;
  targetScore: number;
  /** Whether the image is encoded only in this format, so that a slower encoding is worthwhile. */
  isOnlyFormat: boolean;
  /** Whether this is a trial encoding of a sample. Only its score and size are used. */
  isTrial?: boolean;
};

/**
 * An encoder variant with an adjustable encoder quality: an integer on the encoder's own scale, where a higher value
 * means a better and larger file.
 */
export type LossyVariant = {
  type: 'lossy';
  encoding: Encoding;
  suits(image: Image, targetScore: number): boolean;
  /** Typical score of photographs by encoder quality. The search starts with it; fast mode relies on it alone. */
  usualScores: Curve;
  /** Returns the encoder quality above which files become larger but not better. */
  maxEncoderQuality(image: Image): number;
  /** Differences between trial encodings and the finished file. Undefined if they do not differ. */
  trial?: Trial;
  encode(image: Sharp, encoderQuality: number, options: EncodeOptions): Promise<Buffer>;
};

export type Trial = {
  /** Returns the number of points to add to the score of a trial encoding. */
  points(score: number, options: EncodeOptions): number;
  /** Returns the ratio of the finished file's size to the trial encoding's size. */
  bytes(options: EncodeOptions): number;
  /**
   * Whether trials need the larger sample of the final check, because seams between tiles would affect the encoder's
   * decisions.
   */
  needsWhole: boolean;
  /** Maximum number of trial encodings. */
  most: number;
};

/** An encoder variant without an encoder quality, which encodes the image's pixels or palette exactly. */
export type ExactVariant = {
  type: 'exact';
  encoding: Encoding;
  /** Whether the variant encodes the image's palette instead of its pixels. */
  isOfPalette: boolean;
  suits(image: Image, targetScore: number): boolean;
  encode(image: Image, options: EncodeOptions): Promise<Buffer>;
};
