import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from '@gossamer/compressor-worker/engine/sharp';
import { scoreAtAllScales } from '@gossamer/compressor-worker/engine/small-images';
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
  size: { widthPx: number; heightPx: number };
}

export async function scored(pictures: Picture[]): Promise<ScoredPicture[]> {
  const ready: ScoredPicture[] = [];
  for (const picture of pictures) {
    const pixels = await pixelsOf(picture.data);
    const { widthPx, heightPx } = pixels;
    ready.push({ ...picture, reference: createReference(pixels), size: { widthPx, heightPx } });
  }
  return ready;
}

/** SSIMULACRA2 of a file against the whole picture; of a small one with what its missing scales would have cost. */
export async function scoreOf({ reference, size }: ScoredPicture, file: Uint8Array): Promise<number> {
  return scoreAtAllScales(reference.score(await pixelsOf(file)), size);
}

async function pixelsOf(file: Uint8Array): Promise<Pixels> {
  const image = sharp(file, { limitInputPixels: false }).toColourspace('srgb');
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}
