import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { Picture } from '../picture.ts';

/** What every file of this folder exports; README.md says how to add one. */
export type Codec = {
  format: EncodedFormat;
  /** The format's own limit, or its encoder's, for each side. */
  maxSidePx: number;
  keepsAlpha: boolean;
  keepsAnimation: boolean;
  /** By the first bytes of a file. */
  recognises(file: Uint8Array): boolean;
  /** The user's quality whose look a file of this format has kept, 10 to 100; undefined where that is not known. */
  sourceQuality(file: Uint8Array): number | undefined;
  /** Whether `auto` should try it for this picture. */
  suits(picture: Picture): boolean;
  /** The smallest file with the look of this quality, 10 to 100; more quality never means fewer bytes. */
  encode(picture: Picture, quality: number): Promise<Buffer>;
  /**
   * The same coded pixels without private metadata and foreign bytes; an orientation other than 1 stays as the only tag.
   * Undefined where the container is malformed.
   */
  strip(file: Uint8Array, orientation: number): Buffer | undefined;
};

/** The shortest of several encodings. */
export function smallest(encodings: Buffer[]): Buffer {
  return encodings.reduce((best, next) => (next.length < best.length ? next : best));
}
