import { readFile, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { extensions } from '@gossamer/contracts/formats';
import { requestedWidthsPx, variantWidthLimits } from '@gossamer/contracts/variant-settings';
import { glob } from 'tinyglobby';
import { eachOf } from '../cli/each-file.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { writeAtomically } from '../cli/write-atomically.ts';
import { type BuildCompressor, openBuildCompressor } from './build-compressor.ts';
import type { BuildOptions } from './build-options.ts';
import type { MadeImages } from './next-loader.ts';
import { Summary } from './summary.ts';

export interface GossamerNextOptions extends BuildOptions {
  /** Format of the files. `next/image` offers one to all browsers. Defaults to `webp`. */
  format?: 'webp' | 'avif' | undefined;
  /** Widths of the files in pixels, at most twelve. Defaults to the `deviceSizes` of Next.js. */
  widths?: number[] | undefined;
  /** Folder of the project. Defaults to the current folder. */
  root?: string | undefined;
}

/** The parts of a Next.js configuration that this function reads and sets. */
export interface NextConfig {
  images?: { [name: string]: unknown; loader?: string; loaderFile?: string; deviceSizes?: number[] };
  basePath?: string;
  [name: string]: unknown;
}

/** The phase in which Next.js builds for production. */
const buildPhase = 'phase-production-build';
/** The `deviceSizes` of Next.js, without the largest two, which few screens need. */
const defaultWidths = [640, 828, 1_080, 1_920];
const imageExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.avif'];
const madeFolder = '_gossamer';
const listFile = 'gossamer-images.json';
const loaderFile = './gossamer-loader.js';
const concurrency = 4;

/**
 * Returns a configuration for Next.js. A production build makes each image of the folder `public` in several widths, in
 * `public/_gossamer`, and lists them in `gossamer-images.json`, from which `gossamer/next-loader` chooses.
 */
export function withGossamer(
  config: NextConfig = {},
  options: GossamerNextOptions = {},
): (phase: string) => Promise<NextConfig> {
  return async (phase) => {
    const widths = options.widths ?? config.images?.deviceSizes ?? defaultWidths;
    if (phase === buildPhase) await makeImages(config, { ...options, widths: checked(widths) });
    return {
      ...config,
      images: { deviceSizes: widths, imageSizes: [], ...config.images, loader: 'custom', loaderFile },
    };
  };
}

/** @throws UsageError */
function checked(widths: readonly number[]): number[] {
  const { minPx, maxPx, maxWidths } = variantWidthLimits;
  const sorted = requestedWidthsPx({ widths: [...widths], densities: [1], formats: [] });
  const isValid = sorted.every((width) => Number.isInteger(width) && width >= minPx && width <= maxPx);
  if (isValid && sorted.length > 0 && sorted.length <= maxWidths) return sorted;
  throw new UsageError(
    `widths must be 1 to ${maxWidths} whole numbers from ${minPx} to ${maxPx}, but are ${widths.join(', ')}.`,
  );
}

async function makeImages(
  { basePath = '' }: NextConfig,
  options: GossamerNextOptions & { widths: number[] },
): Promise<void> {
  const root = resolve(options.root ?? '.');
  const folder = join(root, 'public');
  const names = (await glob('**', { cwd: folder, ignore: [`${madeFolder}/**`] })).filter((name) =>
    imageExtensions.includes(extname(name).toLowerCase()),
  );
  const compressor = openBuildCompressor(options, root);
  const images: MadeImages['images'] = {};
  const summary = new Summary();
  try {
    await eachOf(names.sort(), concurrency, new AbortController().signal, async (name) => {
      const made = await makeImage(name, folder, { compressor, options, summary });
      if (made) images[`/${name}`] = made;
    });
  } finally {
    compressor.close();
  }
  const sorted = Object.fromEntries(Object.entries(images).sort(([one], [other]) => (one < other ? -1 : 1)));
  await removeOthers(join(folder, madeFolder), images);
  const list: MadeImages = { baseUrl: `${basePath}/${madeFolder}`, images: sorted };
  await writeAtomically(join(root, listFile), Buffer.from(`${JSON.stringify(list, null, 2)}\n`));
  process.stdout.write(`${summary.line()}\n`);
}

/**
 * Removes files of images that no longer exist. This is done last, because Next.js reads its configuration in several
 * processes, and another one may be using the files.
 */
async function removeOthers(folder: string, images: MadeImages['images']): Promise<void> {
  const made = new Set(
    Object.entries(images).flatMap(([src, { widths, extension }]) =>
      widths.map((widthPx) => madeName(src.slice(1), widthPx, extension)),
    ),
  );
  for (const name of await glob('**', { cwd: folder })) {
    if (!made.has(name)) await rm(join(folder, name), { force: true });
  }
}

const madeName = (name: string, widthPx: number, extension: string) =>
  `${name.slice(0, -extname(name).length)}-${widthPx}w.${extension}`;

/** Makes the files of an image. Returns undefined if it cannot be compressed, so that it is loaded as it is. */
async function makeImage(
  name: string,
  folder: string,
  work: {
    compressor: BuildCompressor;
    options: GossamerNextOptions & { widths: number[] };
    summary: Summary;
  },
): Promise<MadeImages['images'][string] | undefined> {
  const { widths, quality, format = 'webp' } = work.options;
  const original = await readFile(join(folder, name));
  const variants = { widths, formats: [format] };
  try {
    const { files, isCached } = await work.compressor.make(original, basename(name), { quality, variants });
    const ofFormat = files.filter((file) => file.format === format);
    // The format is left out if the fallback, a JPEG or PNG, is smaller.
    const [first, ...others] = ofFormat.length > 0 ? ofFormat : files;
    if (!first) return undefined;
    const made = [first, ...others];
    const extension = extensions[first.format];
    for (const { widthPx, bytes } of made) {
      await writeAtomically(join(folder, madeFolder, madeName(name, widthPx, extension)), bytes);
    }
    const widest = made.at(-1) ?? first;
    work.summary.add({ originalBytes: original.length, resultBytes: widest.bytes.length, isCached });
    return { widths: made.map(({ widthPx }) => widthPx), extension };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    process.stderr.write(`gossamer: ${name} is loaded as it is: ${(error as Error).message}\n`);
    return undefined;
  }
}
