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
  /** Whether no other format competes, so that more time is worthwhile. */
  isOnlyFormat: boolean;
  /** Whether this is a trial encoding of a sample, for which only score and size matter. */
  isTrial?: boolean;
};

/** A variant with an encoder quality: the encoder's own scale in whole numbers; higher is better and larger. */
export type LossyVariant = {
  type: 'lossy';
  encoding: Encoding;
  suits(image: Image, targetScore: number): boolean;
  /** The usual score of photographs by encoder quality. The search begins with it; the fast mode relies on it alone. */
  usualScores: Curve;
  /** Returns the encoder quality above which files only become larger. */
  maxEncoderQuality(image: Image): number;
  /** How trial encodings differ from the finished file, if they do. */
  trial?: Trial;
  encode(image: Sharp, encoderQuality: number, options: EncodeOptions): Promise<Buffer>;
};

export type Trial = {
  /** Points to add to a trial's score, by that score. */
  points: Curve;
  /** Returns the ratio of the finished file's bytes to the trial's. */
  bytes(options: EncodeOptions): number;
  /** Whether trials need the larger sample, because seams between tiles would distort the encoder's decisions. */
  needsWhole: boolean;
  /** Maximum number of trials. */
  most: number;
};

/** A variant without an encoder quality: it writes the image's pixels, or those of its palette, exactly. */
export type ExactVariant = {
  type: 'exact';
  encoding: Encoding;
  /** Whether the variant encodes the image's palette. */
  isOfPalette: boolean;
  suits(image: Image, targetScore: number): boolean;
  encode(image: Image, options: EncodeOptions): Promise<Buffer>;
};
