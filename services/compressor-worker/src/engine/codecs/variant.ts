import type { Encoding, EngineEffort } from '@gossamer/contracts/engine-report';
import type { Sharp } from 'sharp';
import type { Image, ImageKind } from '../image.ts';
import type { Curve } from '../quality.ts';

/** An encoder with one set of options. */
export type EncoderVariant = LossyVariant | ExactVariant;

export type EncodeOptions = {
  effort: EngineEffort;
  /** Number of pixels of the whole image, including all frames. */
  pixels: number;
  isAnimated: boolean;
  kind: ImageKind;
  hasAlpha: boolean;
  targetScore: number;
  /** Whether the image is encoded in this format only, so that a slower encoding is worthwhile. */
  isOnlyFormat: boolean;
  /** Whether this is a trial encoding of a sample, for which only score and size matter. */
  isTrial?: boolean;
};

/**
 * A variant with an encoder quality: a whole number on the encoder's own scale, where a higher value means a better and
 * larger file.
 */
export type LossyVariant = {
  type: 'lossy';
  encoding: Encoding;
  suits(image: Image, targetScore: number): boolean;
  /** Usual score of photographs by encoder quality. The search starts from it; the fast mode relies on it alone. */
  usualScores: Curve;
  /** Returns the encoder quality above which files only become larger. */
  maxEncoderQuality(image: Image): number;
  /** Differences between trial encodings and the finished file. Undefined if there are none. */
  trial?: Trial;
  encode(image: Sharp, encoderQuality: number, options: EncodeOptions): Promise<Buffer>;
};

export type Trial = {
  /** Points to add to the score of a trial encoding, by that score. */
  points: Curve;
  /** Returns the ratio of the finished file's size to the size of the trial encoding. */
  bytes(options: EncodeOptions): number;
  /** Whether trials need the larger sample, because the seams between tiles would affect the encoder's decisions. */
  needsWhole: boolean;
  /** Maximum number of trial encodings. */
  most: number;
};

/** A variant without an encoder quality, which encodes the image's pixels or its palette exactly. */
export type ExactVariant = {
  type: 'exact';
  encoding: Encoding;
  /** Whether the variant encodes the image's palette. */
  isOfPalette: boolean;
  suits(image: Image, targetScore: number): boolean;
  encode(image: Image, options: EncodeOptions): Promise<Buffer>;
};
