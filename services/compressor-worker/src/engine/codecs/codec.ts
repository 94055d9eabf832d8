import type { MetadataKind } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Header, Image } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import type { EncoderVariant } from './variant.ts';

/** The exports of each codec file in this folder; the engine's README.md explains how to add one. */
export type Codec = {
  format: EncodedFormat | InputFormat;
  /** Absent if the format is only written. */
  input?: Input;
  /** Absent if the format is only read. */
  output?: Output;
};

export type Input = {
  format: InputFormat;
  /**
   * Returns the file without format violations that viewers ignore but a decoder rejects. Undefined if it has none.
   * Coded pixels are unchanged.
   */
  repair?(file: Uint8Array): Buffer | undefined;
  /**
   * Returns the file without trailing bytes and metadata except color information. Undefined if the
   * container is malformed or the original must not be the result in this format.
   */
  strip(file: Uint8Array): Buffer | undefined;
  /** Returns a JPEG's encoder quality, 1 to 100, if the file reveals it. */
  jpegQuality?(file: Uint8Array): number | undefined;
  /** Returns whether the file is complete rather than truncated. */
  isWhole?(file: Uint8Array): boolean;
  /** Returns whether the image uses a higher dynamic range than sRGB. */
  isHdr?(file: Uint8Array): boolean;
  /** Returns the kinds of metadata in the file other than EXIF, XMP, IPTC and ICC. */
  extras?(file: Uint8Array): MetadataKind[];
  /** The decoder, if libvips cannot decode the format. */
  foreign?: Foreign;
};

/** A decoder for a format that libvips cannot decode. */
export type Foreign = {
  /** Reads the header without decoding pixels. @throws EngineError `corrupt_image`, `unsupported_format` */
  readFacts(file: Uint8Array): ForeignFacts;
  /** Returns upright pixels in a file that sharp can read. @throws EngineError `corrupt_image`, `unsupported_format` */
  decode(file: Uint8Array): Promise<Buffer>;
};

/** Sizes are those of the displayed image. `codedPixels` counts all pixels to decode, such as those of huge tiles. */
export type ForeignFacts = Pick<
  Header,
  'widthPx' | 'heightPx' | 'hasAlpha' | 'isGray' | 'isWideGamut' | 'isHdr'
> & { codedPixels: number };

export type Output = {
  format: EncodedFormat;
  /** Maximum length of each side in pixels, a limit of the format or its encoder. */
  maxSidePx: number;
  /** Maximum of width × height × frames, limited by the encoder's memory. */
  maxPixels: number;
  /** Lower maximum for a still image with alpha, if the encoder needs more memory for alpha. */
  maxPixelsWithAlpha?: number;
  keepsAlpha: boolean;
  keepsAnimation: boolean;
  /** Returns whether `auto` should try the format for this image. */
  suits(image: Image): boolean;
  /** Encoder variants, in the fast mode's order of preference. */
  variants: EncoderVariant[];
  /** Adds tags to a file that the engine wrote or stripped. */
  tag(file: Buffer, tags: Tags): Buffer;
};
