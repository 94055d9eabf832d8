import { contentOf, elementOf, propertyOf, unescaped } from '../metadata/xmp.ts';
import { type Angle, type Location, momentOf, noticeOf, type Preserved, type Rational } from './preserved.ts';

/** Reads the copyright notice, time and location from XMP (ISO 16684-1), using the usual namespace prefixes. */
export function fromXmp(packet: Buffer): Preserved {
  const xmp = packet.toString('utf8');
  const dates = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'];
  return {
    copyright: noticeOf(languageText(xmp, 'dc:rights')),
    creation: dates.map((name) => momentOf(propertyOf(xmp, name))).find((moment) => moment !== undefined),
    location: locationOf(xmp),
  };
}

/** Returns the default-language version of a multilingual text, which is the first one. */
function languageText(xmp: string, name: string): string | undefined {
  const content = elementOf(xmp, name);
  if (content === undefined) return propertyOf(xmp, name);
  return content.includes('<rdf:li') ? contentOf(content, 'rdf:li') : unescaped(content);
}

function locationOf(xmp: string): Location | undefined {
  const latitude = angleOf(propertyOf(xmp, 'exif:GPSLatitude'), ['N', 'S']);
  const longitude = angleOf(propertyOf(xmp, 'exif:GPSLongitude'), ['E', 'W']);
  return latitude && longitude && { latitude, longitude, altitude: altitudeOf(xmp) };
}

/** Parses a GPS coordinate such as `51,30.5383N` or `51,30,32N` (XMP specification part 2, GPSCoordinate). */
function angleOf<Ref extends string>(text: string | undefined, refs: readonly Ref[]): Angle<Ref> | undefined {
  const parts = /^(\d{1,3}),(\d{1,2}(?:\.\d{1,12})?)(?:,(\d{1,2}(?:\.\d{1,12})?))?([NSEW])$/.exec(
    text?.trim() ?? '',
  );
  const ref = refs.find((known) => known === parts?.[4]);
  if (!parts || !ref) return undefined;
  const [degrees, minutes, seconds] = [1, 2, 3].map((part) => rationalOf(parts[part] ?? '0'));
  return degrees && minutes && seconds && { ref, degrees, minutes, seconds };
}

/**
 * Converts a decimal to a fraction with six decimal places. For coordinates in minutes of arc, the resolution is two
 * millimeters.
 */
function rationalOf(decimal: string): Rational {
  return decimal.includes('.') ? [Math.round(Number(decimal) * 1e6), 1e6] : [Number(decimal), 1];
}

/** Parses an altitude such as `123/10`, in meters. */
function altitudeOf(xmp: string): Location['altitude'] {
  const [, numerator, denominator] =
    /^(\d{1,9})\/([1-9]\d{0,8})$/.exec(propertyOf(xmp, 'exif:GPSAltitude') ?? '') ?? [];
  if (!numerator || !denominator) return undefined;
  return {
    isBelowSea: propertyOf(xmp, 'exif:GPSAltitudeRef') === '1',
    meters: [Number(numerator), Number(denominator)],
  };
}
