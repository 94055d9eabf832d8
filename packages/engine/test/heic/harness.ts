import { readdirSync, readFileSync } from 'node:fs';
import { EngineError } from '../../src/errors.ts';
import { decodeHeic } from '../../src/heic/decode-heic.ts';
import { readHeicHeader } from '../../src/heic/read-heic-header.ts';
import { sharp } from '../../src/sharp.ts';

const folder = new URL('./fixtures/', import.meta.url);

export const names = readdirSync(folder)
  .filter((name) => name.endsWith('.heic'))
  .map((name) => name.slice(0, -'.heic'.length));

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`${name}.heic`, folder));
}

export function header(name: string) {
  return readHeicHeader(fixture(name));
}

export type Pixels = { data: Buffer; widthPx: number; heightPx: number; channels: number };

/** Returns the pixels decoded by `decodeHeic`, before color management. */
export async function decoded(file: Buffer): Promise<Pixels> {
  const facts = readHeicHeader(file);
  const { widthPx, heightPx } = facts;
  const tiff = await decodeHeic(file, facts);
  const channels = facts.hasAlpha ? 4 : 3;
  return { data: tiff.subarray(tiff.length - widthPx * heightPx * channels), widthPx, heightPx, channels };
}

/** Returns the pixels of a fixture decoded by libheif's `heif-convert`. */
export async function reference(name: string): Promise<Pixels> {
  const image = sharp(readFileSync(new URL(`${name}.webp`, folder)));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}

/** Returns the mean absolute difference per channel (0 to 255). */
export function difference(one: Pixels, other: Pixels): number {
  const sum = one.data.reduce((total, value, at) => total + Math.abs(value - (other.data[at] ?? 0)), 0);
  return sum / one.data.length;
}

/**
 * Reads the header and decodes the file. Returns the code of the EngineError that is thrown, or undefined. Rethrows
 * other errors.
 */
export async function failureOf(file: Buffer): Promise<string | undefined> {
  try {
    await decodeHeic(file, readHeicHeader(file));
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

/** Returns the file with a changed payload in the first box of the given type. */
export function patched(file: Buffer, type: string, change: (payload: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy.subarray(copy.indexOf(type, 0, 'latin1') + 4));
  return copy;
}
