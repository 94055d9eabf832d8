import { EngineError } from '../errors.ts';
import type { BoxReader } from './boxes.ts';
import { areColorsP3, areColorsWide, type CodedColors, readColors } from './colors.ts';
import { type Container, type Item, readContainer } from './container.ts';
import { alphaOf, codedItemOf, codedPixels, extentsOf, layeredTypes, propertyOf } from './parts.ts';
import { readTransforms, type Transform } from './transforms.ts';

/** Properties of the primary image of a HEIC file. */
export type HeicHeader = CodedColors & {
  /** Id of the primary image's item in the container. */
  itemId: number;
  /** Size after the container's cropping and rotation; EXIF orientation is ignored. */
  widthPx: number;
  heightPx: number;
  /** Size before the container's cropping and rotation. */
  codedWidthPx: number;
  codedHeightPx: number;
  /** Number of pixels to decode, including tiles and alpha. A small image can consist of huge tiles. */
  codedPixels: number;
  hasAlpha: boolean;
  /** Whether the color values are premultiplied by alpha. */
  isAlphaPremultiplied: boolean;
  /**
   * Transforms from the coded to the displayed image. Undefined if layers have their own transforms, which only the
   * decoder can apply.
   */
  transforms: Transform[] | undefined;
  isGray: boolean;
  /** Bit depth of the coded samples: 8, 10 or 12. */
  bitDepth: number;
  /** Whether the image can contain colors outside sRGB. */
  isWideGamut: boolean;
  /** Whether the color space is Display P3. */
  isDisplayP3: boolean;
  /** Whether the transfer curve is PQ or HLG, which can encode higher brightness than sRGB. */
  isHdr: boolean;
};

/**
 * Reads the boxes of a HEIC file without decoding pixels, so that the time does not depend on the image size.
 * @throws EngineError `corrupt_image` if the container is malformed, `unsupported_format` if it contains no still image
 * or the image is not coded with HEVC
 */
export function readHeicHeader(file: Uint8Array): HeicHeader {
  try {
    return headerOf(readContainer(file));
  } catch (cause) {
    // A RangeError means that an offset in a malformed box points outside the file.
    if (cause instanceof RangeError) throw new EngineError('corrupt_image', { cause });
    throw cause;
  }
}

function headerOf(container: Container): HeicHeader {
  const { reader, primary } = container;
  const coded = codedItemOf(container, primary);
  const config = propertyOf(coded, 'hvcC');
  if (!config) throw new RangeError('invalid HEIC: missing hvcC box');
  const colors = readColors(reader, [...primary.properties, ...coded.properties]);
  const isHdr = colors.transfer === transferPq || colors.transfer === transferHlg;
  return {
    itemId: primary.id,
    ...shapeOf(reader, primary),
    ...colors,
    hasAlpha: alphaOf(container) !== undefined,
    codedPixels: codedPixels(container),
    isAlphaPremultiplied: container.references.some(
      ({ type, from }) => type === 'prem' && from === primary.id,
    ),
    // Fields of HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1): chroma format, then bit depths minus 8.
    isGray: (reader.u8(config.start + 16) & 3) === 0,
    bitDepth: 8 + (reader.u8(config.start + 17) & 7),
    isWideGamut: areColorsWide(colors),
    isDisplayP3: !isHdr && areColorsP3(colors),
    isHdr,
  };
}

/** Transfer characteristics codes from ITU-T H.273, table 3. */
const transferPq = 16;
const transferHlg = 18;

function shapeOf(reader: BoxReader, item: Item) {
  const coded = extentsOf(reader, item);
  if (coded.widthPx < 1 || coded.heightPx < 1) throw new RangeError('invalid HEIC: width or height is 0');
  const { transforms, size } = readTransforms(reader, item, coded);
  const facts = { ...size, codedWidthPx: coded.widthPx, codedHeightPx: coded.heightPx };
  return { ...facts, transforms: layeredTypes.includes(item.type) ? undefined : transforms };
}
