import type { MetadataKind } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Header, Image } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import type { EncoderVariant } from './variant.ts';

/** What every file of this folder exports; README.md says how to add one. */
export type Codec = {
  format: EncodedFormat | InputFormat;
  /** Absent where files of the format are only written. */
  input?: Input;
  /** Absent where files of the format are only read. */
  output?: Output;
};

export type Input = {
  format: InputFormat;
  /**
   * Returns the file without oddities that every viewer passes over and a decoder rejects; undefined where it has none.
   * No coded pixel changes.
   */
  repair?(file: Uint8Array): Buffer | undefined;
  /**
   * The same coded pixels without metadata, but their colours', and foreign bytes. Undefined where the container is
   * malformed, or the format is none that may be given back.
   */
  strip(file: Uint8Array): Buffer | undefined;
  /** The quality, 1 to 100, that the encoder was told, where the format is JPEG and the file shows it. */
  jpegQuality?(file: Uint8Array): number | undefined;
  /** Whether the file has an end; one that was cut off has none. */
  isWhole?(file: Uint8Array): boolean;
  /** Whether the image is meant for more brightness than sRGB has. */
  isHdr?(file: Uint8Array): boolean;
  /** Private things that are not read as EXIF, XMP, IPTC or ICC. */
  extras?(file: Uint8Array): MetadataKind[];
  /** Where libvips cannot decode the format. */
  foreign?: Foreign;
};

/** A format with a decoder of its own. */
export type Foreign = {
  /** Without decoding a pixel. @throws EngineError `corrupt_image`, `unsupported_format` */
  readFacts(file: Uint8Array): ForeignFacts;
  /** Upright pixels in a file that sharp reads. @throws EngineError `corrupt_image`, `unsupported_format` */
  decode(file: Uint8Array): Promise<Buffer>;
};

/** Sizes as shown. `codedPixels` counts all that has to be decoded: a small image can be made of huge parts. */
export type ForeignFacts = Pick<
  Header,
  'widthPx' | 'heightPx' | 'hasAlpha' | 'isGrey' | 'isWideGamut' | 'isHdr'
> & { codedPixels: number };

export type Output = {
  format: EncodedFormat;
  /** The format's own limit, or its encoder's, for each side. */
  maxSidePx: number;
  /** Width × height × frames that the encoder's memory allows. */
  maxPixels: number;
  /** The same of a still image with alpha, where that takes more memory. */
  maxPixelsWithAlpha?: number;
  keepsAlpha: boolean;
  keepsAnimation: boolean;
  /** Whether `auto` should try it for this image. */
  suits(image: Image): boolean;
  /** In the order in which the fast mode prefers them. */
  variants: EncoderVariant[];
  /** A file of ours, or a stripped one, with tags beside its image. */
  tag(file: Buffer, tags: Tags): Buffer;
};
