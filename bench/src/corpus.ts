import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from '@gossamer/compressor-worker/engine/sharp';
import { createReference, type Pixels, type Reference } from '@gossamer/ssimulacra2/ssimulacra2';
import type { Picture } from './pictures.ts';

const folder = join(import.meta.dirname, '../pictures');

/** The photographs of one to two megapixels, or those that are larger. */
export function photos(size: 'small' | 'large'): Picture[] {
  return readAll('photos').filter(({ filename }) => filename.includes('mp.') === (size === 'large'));
}

export function graphics(): Picture[] {
  return readAll('graphics');
}

function readAll(name: string): Picture[] {
  const files = readdirSync(join(folder, name)).sort();
  return files.map((filename) => ({ filename, data: readFileSync(join(folder, name, filename)) }));
}

/** A picture with what it takes to score others against it. */
export interface ScoredPicture extends Picture {
  reference: Reference;
}

export async function scored(pictures: Picture[]): Promise<ScoredPicture[]> {
  const ready: ScoredPicture[] = [];
  for (const picture of pictures) {
    ready.push({ ...picture, reference: createReference(await pixelsOf(picture.data)) });
  }
  return ready;
}

/** SSIMULACRA2 of a file against the whole picture. */
export async function scoreOf({ reference }: ScoredPicture, file: Uint8Array): Promise<number> {
  return reference.score(await pixelsOf(file));
}

async function pixelsOf(file: Uint8Array): Promise<Pixels> {
  const image = sharp(file, { limitInputPixels: false }).toColourspace('srgb');
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}
