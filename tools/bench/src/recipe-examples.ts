import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { identify } from '@gossamer/engine/steps/identify';
import { readHeader } from '@gossamer/engine/steps/read-header';
import sharp from 'sharp';

/**
 * Measures the example of each recipe page, such as /heic-to-jpg, and writes the figures to the web app. Usage: `node
 * tools/bench/src/recipe-examples.ts`.
 */

export const examplesFile = resolve(
  import.meta.dirname,
  '../../../apps/web/src/features/recipes/examples.json',
);
const samplesFolder = resolve(import.meta.dirname, '../images');
const maxPixels = 200_000_000;

const samples = {
  photo: () => read('camera-12mp.jpg'),
  phonePhoto: () => read('phone-12mp.heic'),
  flowers: () => read('flowers.png'),
  screenshot: () => read('page.png'),
  photoAsWebp: () => sharp(read('camera-12mp.jpg')).autoOrient().webp({ quality: 95 }).toBuffer(),
  screenshotAsWebp: () => sharp(read('page.png')).webp({ lossless: true }).toBuffer(),
};

/** Image and settings of each example, by the path of its page. */
export const specs: Record<string, { sample: keyof typeof samples; settings: Partial<CompressionSettings> }> =
  {
    '/compress-jpeg': { sample: 'photo', settings: { format: 'same' } },
    '/compress-png': { sample: 'screenshot', settings: { format: 'same' } },
    '/compress-webp': { sample: 'photoAsWebp', settings: { format: 'same' } },
    '/compress-heic': { sample: 'phonePhoto', settings: { format: 'same' } },
    '/heic-to-jpg': { sample: 'phonePhoto', settings: { format: 'jpeg' } },
    '/heic-to-webp': { sample: 'phonePhoto', settings: { format: 'webp' } },
    '/png-to-webp': { sample: 'screenshot', settings: { format: 'webp' } },
    '/png-to-jpg': { sample: 'flowers', settings: { format: 'jpeg' } },
    '/jpg-to-webp': { sample: 'photo', settings: { format: 'webp' } },
    '/jpg-to-avif': { sample: 'photo', settings: { format: 'avif' } },
    '/webp-to-jpg': { sample: 'photoAsWebp', settings: { format: 'jpeg' } },
    '/webp-to-png': { sample: 'screenshotAsWebp', settings: { format: 'png' } },
    '/compress-to-20kb': atMost(20),
    '/compress-to-50kb': atMost(50),
    '/compress-to-100kb': atMost(100),
    '/compress-to-200kb': atMost(200),
    '/compress-to-500kb': atMost(500),
    '/resize-image': {
      sample: 'photo',
      settings: { resize: { widthPx: 1_920, heightPx: 1_920, maintainAspect: true } },
    },
  };

/** An image before and after its compression. */
export interface Example {
  from: Side<InputFormat>;
  to: Side<EncodedFormat>;
}

interface Side<Format> {
  format: Format;
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
}

if (import.meta.main) {
  const examples: Record<string, Example> = {};
  for (const path of Object.keys(specs)) examples[path] = await measureExample(path);
  writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`);
}

/**
 * Runs the engine on the example of a recipe page.
 * @throws if the page has no example
 */
export async function measureExample(path: string): Promise<Example> {
  const spec = specs[path];
  if (!spec) throw new Error(`${path} has no example`);
  const original = await samples[spec.sample]();
  const { format } = await identify(original);
  const { widthPx, heightPx } = await readHeader(original, format, maxPixels);
  const result = await compress(original, { settings: { ...defaultSettings, ...spec.settings }, maxPixels });
  return {
    from: { format, sizeBytes: original.length, widthPx, heightPx },
    to: {
      format: result.format,
      sizeBytes: result.data.length,
      widthPx: result.widthPx,
      heightPx: result.heightPx,
    },
  };
}

function atMost(kilobytes: number): (typeof specs)[string] {
  return {
    sample: 'photo',
    settings: { format: 'jpeg', maxBytes: kilobytes * 1_000, onUnreachable: 'shrink' },
  };
}

function read(name: string): Buffer {
  return readFileSync(join(samplesFolder, name));
}
