import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '@gossamer/engine/sample';
import { scoreAtAllScales } from '@gossamer/engine/small-images';
import { createReference, type Reference } from '@gossamer/ssimulacra2/ssimulacra2';
import type { Image } from './images.ts';

const folder = join(import.meta.dirname, '../images');

/** Returns the photos of one to two megapixels (`small`) or the larger photos (`large`). */
export function photos(size: 'small' | 'large'): Image[] {
  return readAll('photos').filter(({ filename }) => filename.includes('mp.') === (size === 'large'));
}

export function graphics(): Image[] {
  return readAll('graphics');
}

/** Returns graphics of five classes on which the engine was not tuned. File names begin with the class, such as `icon-`. */
export function reportingGraphics(): Image[] {
  return readAll('classes/reporting');
}

/**
 * Returns the images in the folder named by the environment variable `GOSSAMER_BENCH_IMAGES`. Defaults to the small
 * photos and the graphics. Other images show whether the engine is overfitted to the default images.
 */
export function manyImages(): Image[] {
  const own = process.env.GOSSAMER_BENCH_IMAGES;
  return own ? readFolder(own) : [...photos('small'), ...graphics()];
}

/** Returns one of the files beside the folders of the corpus. */
export const bundledImage = (filename: string): Image => ({
  filename,
  data: readFileSync(join(folder, filename)),
});

const readAll = (name: string): Image[] => readFolder(join(folder, name));

function readFolder(path: string): Image[] {
  const files = readdirSync(path).sort();
  return files.map((filename) => ({ filename, data: readFileSync(join(path, filename)) }));
}

/** An image with its decoded pixels, which serve as the reference for quality scores. */
export interface ScoredImage extends Image {
  reference: Reference;
  size: { widthPx: number; heightPx: number };
}

export async function scored(images: Image[]): Promise<ScoredImage[]> {
  const ready: ScoredImage[] = [];
  for (const image of images) {
    const pixels = await readFile(image.data);
    const { widthPx, heightPx } = pixels;
    ready.push({ ...image, reference: createReference(pixels), size: { widthPx, heightPx } });
  }
  return ready;
}

/**
 * Returns the SSIMULACRA2 score of an encoded file against its reference. Corrects the scores of images that are too
 * small for some of the metric's scales.
 */
export async function scoreOf({ reference, size }: ScoredImage, file: Uint8Array): Promise<number> {
  return scoreAtAllScales(reference.score(await readFile(file)), size);
}

/** Processes images one after another and returns the results. */
export async function each<T>(images: ScoredImage[], work: (image: ScoredImage) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const image of images) results.push(await work(image));
  return results;
}
