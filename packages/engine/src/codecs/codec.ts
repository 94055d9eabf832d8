import type { MetadataKind } from '@gossamer/contracts/engine-report';
import type { FailureCode } from '@gossamer/contracts/errors';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { GainMap } from '../hdr/gain-map.ts';
import type { Header, Image } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import type { EncoderVariant, LossyVariant } from './variant.ts';

/** The exports of each codec file in this folder; the engine's README.md explains how to add one. */
export type Codec = {
  format: EncodedFormat | InputFormat;
  /** Reading support; absent if the format cannot be read. */
  input?: Input;
  /** Writing support; absent if the format cannot be written. */
  output?: Output;
};

export type Input = {
  format: InputFormat;
  /**
   * Returns the file without format violations that viewers ignore but a decoder rejects, or undefined if it has none.
   * Coded pixels are unchanged.
   */
  repair?(file: Uint8Array): Buffer | undefined;
  /** Returns why a file is not accepted although the decoder could read it, or undefined if it is accepted. */
  refusalOf?(file: Uint8Array): FailureCode | undefined;
  /** Returns the number of pixels to decode. Needed only if this number can exceed the number of displayed pixels. */
  codedPixels?(file: Uint8Array): number;
  /**
   * Returns the file without trailing bytes and without metadata other than color information. Returns undefined if the
   * container is malformed, or if an original in this format must not be returned as the result.
   */
  strip(file: Uint8Array): Buffer | undefined;
  /** Returns a JPEG's encoder quality, 1 to 100, if it can be determined from the file. */
  jpegQuality?(file: Uint8Array): number | undefined;
  /** Returns whether the file is complete rather than truncated. */
  isWhole?(file: Uint8Array): boolean;
  /** Returns the gain map of an HDR image, or undefined if there is none that can be kept. */
  gainMap?(file: Uint8Array): GainMap | undefined;
  /** Returns whether the image is in Display P3 according to color codes instead of an ICC profile. */
  isCodedInP3?(file: Uint8Array): boolean;
  /** Returns the pixels as a file with an ICC profile if libvips would ignore the color space of the original file. */
  withProfile?(file: Uint8Array): Promise<Buffer | undefined>;
  /** Returns whether the image uses a higher dynamic range than sRGB. */
  isHdr?(file: Uint8Array): boolean;
  /** Returns the types of metadata in the file other than EXIF, XMP, IPTC and ICC. */
  extras?(file: Uint8Array): MetadataKind[];
  /** Custom decoder for a format that libvips cannot decode. */
  foreign?: Foreign;
};

/** A decoder for a format that libvips cannot decode. */
export type Foreign = {
  /** Reads the header without decoding pixels. @throws EngineError `corrupt_image`, `unsupported_format` */
  readFacts(file: Uint8Array): ForeignFacts;
  /** Returns upright pixels as a file that sharp can read. @throws EngineError `corrupt_image`, `unsupported_format` */
  decode(file: Uint8Array): Promise<Buffer>;
};

/**
 * Properties of an image file. The size is that of the displayed image. `codedPixels` counts all pixels to decode, for
 * example those of huge tiles.
 */
export type ForeignFacts = Pick<
  Header,
  'widthPx' | 'heightPx' | 'hasAlpha' | 'isGray' | 'isWideGamut' | 'isDisplayP3' | 'isHdr'
> & { codedPixels: number };

export type Output = {
  format: EncodedFormat;
  /** Maximum width and height in pixels, limited by the format or its encoder. */
  maxSidePx: number;
  /** Maximum of width × height × frames, limited by the encoder's memory. */
  maxPixels: number;
  /** Lower maximum for still images with alpha, if the encoder needs more memory for alpha. */
  maxPixelsWithAlpha?: number;
  keepsAlpha: boolean;
  keepsAnimation: boolean;
  /** Returns whether `auto` should try the format for this image. */
  suits(image: Image): boolean;
  /** Encoder variants, in the order in which fast mode prefers them. */
  variants: EncoderVariant[];
  /** Variant with lossy alpha. Tried for transparent images if the file size is limited; otherwise, alpha is exact. */
  lossyAlpha?: LossyVariant;
  /** Adds tags to a file that the engine wrote or stripped. */
  tag(file: Buffer, tags: Tags): Buffer;
};
