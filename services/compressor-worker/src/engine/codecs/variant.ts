import type { Encoding, EnginePace } from '@gossamer/contracts/engine-report';
import type { Sharp } from 'sharp';
import type { Image, ImageKind } from '../image.ts';
import type { Curve } from '../quality.ts';

/** One variant to write a file of a format. */
export type EncoderVariant = LossyVariant | ExactVariant;

export type EncodeOptions = {
  pace: EnginePace;
  /** Of the whole image, all frames. */
  pixels: number;
  isAnimated: boolean;
  kind: ImageKind;
  hasAlpha: boolean;
  targetScore: number;
  /** Whether no other format can win: then more time is worth it. */
  isOnlyFormat: boolean;
  /** Whether only the score and the size are wanted, of a part of the image. */
  isTrial?: boolean;
};

/** With an encoder quality, the encoder's own quality in whole numbers: more is better and larger. */
export type LossyVariant = {
  type: 'lossy';
  encoding: Encoding;
  suits(image: Image, targetScore: number): boolean;
  /** The score that an encoder quality gives for most photographs; where the search begins, and all that the fast mode has. */
  usualScores: Curve;
  /** Beyond this encoder quality there are only more bytes. */
  maxEncoderQuality(image: Image): number;
  /** How trial encodings differ from the finished file, where they do. */
  trial?: Trial;
  encode(image: Sharp, encoderQuality: number, options: EncodeOptions): Promise<Buffer>;
};

export type Trial = {
  /** Points to add to a trial's score, by that score. */
  points: Curve;
  /** The finished file's bytes by the trial's. */
  bytes(options: EncodeOptions): number;
  /** The encoder decides for an image as a whole what seams between tiles would spoil. */
  needsWhole: boolean;
  /** Trials that are worth their time. */
  most: number;
};

/** Without an encoderQuality: what it writes are the image's pixels, or those of its palette. */
export type ExactVariant = {
  type: 'exact';
  encoding: Encoding;
  /** What it writes is the image's palette. */
  isOfPalette: boolean;
  suits(image: Image, targetScore: number): boolean;
  encode(image: Image, options: EncodeOptions): Promise<Buffer>;
};
