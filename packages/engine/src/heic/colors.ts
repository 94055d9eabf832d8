import { isDisplayP3, isWiderThanSrgb } from '../metadata/icc.ts';
import type { Box, BoxReader } from './boxes.ts';

/** Contents of an item's `colr` boxes (ISO/IEC 14496-12, 12.1.5). */
export type CodedColors = {
  iccProfile: Buffer | undefined;
  /** Color primaries and transfer curve, as codes of ITU-T H.273, tables 2 and 3; undefined if the file has none. */
  primaries: number | undefined;
  transfer: number | undefined;
};

export const primariesP3 = 12;
/** Codes of color primaries wider than sRGB: BT.2020, DCI-P3, Display P3. */
const widePrimaries = [9, 11, primariesP3];

/** Returns the first ICC profile and the first `nclx` color description. A file can contain both. */
export function readColors(reader: BoxReader, properties: Box[]): CodedColors {
  const boxes = properties.filter(({ type }) => type === 'colr');
  const profile = boxes.find(({ start }) => ['prof', 'rICC'].includes(reader.type(start)));
  const codes = boxes.find(({ start }) => reader.type(start) === 'nclx');
  return {
    // Copy the profile, because the header remains in use after the file's bytes have been freed.
    iccProfile: profile && Buffer.from(reader.bytes(profile.start + 4, profile.end)),
    primaries: codes && reader.u16(codes.start + 4),
    transfer: codes && reader.u16(codes.start + 6),
  };
}

/** Returns whether pixels can have colors outside sRGB. An ICC profile takes precedence over CICP codes. */
export function areColorsWide({ iccProfile, primaries }: CodedColors): boolean {
  if (iccProfile) return isWiderThanSrgb(iccProfile);
  return primaries !== undefined && widePrimaries.includes(primaries);
}

/** Returns whether the color space is Display P3. An ICC profile takes precedence over CICP codes. */
export function areColorsP3({ iccProfile, primaries }: CodedColors): boolean {
  return iccProfile ? isDisplayP3(iccProfile) : primaries === primariesP3;
}
