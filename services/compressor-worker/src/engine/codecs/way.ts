import type { Encoding, EnginePace } from '@gossamer/contracts/engine-report';
import type { Sharp } from 'sharp';
import type { Picture, PictureKind } from '../picture.ts';
import type { Curve } from '../quality.ts';

/** One way to write a file of a format. */
export type Way = LossyWay | ExactWay;

export type EncodeOptions = {
  pace: EnginePace;
  /** Of the whole picture, all frames. */
  pixels: number;
  isAnimated: boolean;
  kind: PictureKind;
  hasAlpha: boolean;
  targetScore: number;
  /** Whether no other format can win: then more time is worth it. */
  isOnlyFormat: boolean;
  /** Whether only the score and the size are wanted, of a part of the picture. */
  isTrial?: boolean;
};

/** With a dial, the encoder's own quality in whole numbers: more is better and larger. */
export type LossyWay = {
  type: 'lossy';
  encoding: Encoding;
  suits(picture: Picture, targetScore: number): boolean;
  /** The score that a dial gives for most photographs; where the search begins, and all that the fast mode has. */
  usualScores: Curve;
  /** Beyond this dial there are only more bytes. */
  maxDial(picture: Picture): number;
  /** How trial encodings differ from the finished file, where they do. */
  trial?: Trial;
  encode(image: Sharp, dial: number, options: EncodeOptions): Promise<Buffer>;
};

export type Trial = {
  /** Points to add to a trial's score, by that score. */
  points: Curve;
  /** The finished file's bytes by the trial's. */
  bytes(options: EncodeOptions): number;
  /** The encoder decides for a picture as a whole what seams between tiles would spoil. */
  needsWhole: boolean;
  /** Trials that are worth their time. */
  most: number;
};

/** Without a dial: what it writes are the picture's pixels, or those of its palette. */
export type ExactWay = {
  type: 'exact';
  encoding: Encoding;
  /** What it writes is the picture's palette. */
  isOfPalette: boolean;
  suits(picture: Picture, targetScore: number): boolean;
  encode(picture: Picture, options: EncodeOptions): Promise<Buffer>;
};
