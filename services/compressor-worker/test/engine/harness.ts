import { readFileSync } from 'node:fs';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '../../src/engine/compress.ts';
import { EngineError } from '../../src/engine/errors.ts';
import { sharp } from '../../src/engine/sharp.ts';

/** Compresses with the defaults, changed where the test says so. */
export function run(
  original: Uint8Array,
  settings: Partial<CompressionSettings> = {},
  maxPixels = 100_000_000,
) {
  return compress(original, { settings: { ...defaultSettings, ...settings }, maxPixels });
}

/** The code of the EngineError that a run ends with; anything else thrown goes through. */
export async function failureOf(original: Uint8Array, maxPixels?: number): Promise<string | undefined> {
  try {
    await run(original, {}, maxPixels);
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}

export type Rgb = { data: Buffer; width: number; height: number };

/** The pixels as stored, alpha on white, not turned. */
export async function rgb(
  file: Uint8Array,
  prepare = (image: ReturnType<typeof sharp>) => image,
): Promise<Rgb> {
  const image = prepare(sharp(file, { failOn: 'error' })).flatten({ background: 'white' });
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Mean absolute difference of a channel, 0 to 255; sizes must be equal. */
export function difference(one: Rgb, other: Rgb): number {
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`${one.width}x${one.height} is not ${other.width}x${other.height}`);
  }
  return (
    one.data.reduce((sum, value, index) => sum + Math.abs(value - (other.data[index] ?? 0)), 0) /
    one.data.length
  );
}

/** What a privacy check must never find in a file. */
export function secretsIn(file: Uint8Array): string[] {
  const text = Buffer.from(file).toString('latin1');
  return ['Exif\0\0', 'GPS', 'SECRET', 'SERIAL', 'Gossamer', 'xmp', '8BIM', 'eXIf', 'tEXt', 'EXIF'].filter(
    (word) => text.includes(word),
  );
}
