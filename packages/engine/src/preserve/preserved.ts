import type { FittedGainMap } from '../hdr/fit-gain-map.ts';

/** The requested metadata that the file contains. */
export type Preserved = {
  copyright?: string | undefined;
  creation?: Moment | undefined;
  location?: Location | undefined;
};

/**
 * A local time: date, time and UTC offset, such as `2026-05-07`, `14:03:59` and `+02:00`. Unknown parts are undefined.
 */
export type Moment = { date: string; time: string | undefined; offset: string | undefined };

/** A fraction: numerator and denominator with 32 bits each. */
export type Rational = readonly [number, number];

export type Location = {
  latitude: Angle<'N' | 'S'>;
  longitude: Angle<'E' | 'W'>;
  altitude?: { isBelowSea: boolean; meters: Rational } | undefined;
};

export type Angle<Ref extends string> = { ref: Ref; degrees: Rational; minutes: Rational; seconds: Rational };

/** Metadata to write into a file. */
export type Tags = Preserved & {
  /** EXIF orientation, 1 to 8. If it is 1, no tag is written. */
  orientation: number;
  /** ICC profile of Display P3, if the pixels are in this color space. */
  displayP3?: Buffer | undefined;
  /** Gain map of an HDR image, which only JPEG can contain. */
  gainMap?: FittedGainMap | undefined;
};

export function hasTags(tags: Tags): boolean {
  return hasExif(tags) || tags.displayP3 !== undefined || tags.gainMap !== undefined;
}

/** Returns whether any tag is written as EXIF. */
export function hasExif({ orientation, copyright, creation, location }: Tags): boolean {
  return orientation !== 1 || [copyright, creation, location].some((tag) => tag !== undefined);
}

/** Maximum length of a copyright notice in characters, so that a long notice does not enlarge the file. */
const maxNoticeChars = 2_000;

/** Returns a copyright notice as a single line, or undefined if it is blank. */
export function noticeOf(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line ? line.slice(0, maxNoticeChars).toWellFormed() : undefined;
}

/** Decodes text that should be ASCII according to the standards, but is often UTF-8 and sometimes Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

const isoLike =
  /^(?<date>\d{4}[:-]\d\d[:-]\d\d)(?:[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d)?(?:\.\d+)?(?<offset>Z|[+-]\d\d:\d\d)?)?/;
/** Date format of RFC 1123, which older programs use in PNG files. */
const internetDate = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC?|[+-]\d{4})$/;

/**
 * Parses a time from EXIF, XMP or PNG text. Returns undefined if the time is invalid. `offset` is the UTC offset, which
 * EXIF stores separately.
 */
export function momentOf(text: string | undefined, offset?: string): Moment | undefined {
  const trimmed = text?.trim() ?? '';
  if (internetDate.test(trimmed)) return momentOf(instantOf(trimmed));
  const { date, time, seconds = ':00', ...found } = isoLike.exec(trimmed)?.groups ?? {};
  const day = date?.replaceAll(':', '-');
  if (!day || Number.isNaN(Date.parse(day)) || day.startsWith('0000')) return undefined;
  const zone = found.offset === 'Z' ? '+00:00' : (found.offset ?? offset);
  const isZone = /^[+-]\d\d:\d\d$/.test(zone ?? '');
  return { date: day, time: time && `${time}${seconds}`, offset: time && isZone ? zone : undefined };
}

function instantOf(internet: string): string | undefined {
  const ms = Date.parse(internet);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
