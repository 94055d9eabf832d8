import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from '@gossamer/contracts/settings';
import { childrenOf } from '@gossamer/dev/processes/children';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import { compress } from '@gossamer/engine/compress';
import sharp from 'sharp';
import { inParallel, openClient } from '../client.ts';
import { median, type Row, short } from '../figures.ts';
import { type Image, mixedImages, phonePhoto, photoOfMegapixels } from '../images.ts';
import { watchMemory } from '../processes.ts';
import { withProduct } from '../product.ts';

const mebibyte = 1024 * 1024;
const rounds = 5;
const maxPixels = 200_000_000;

/**
 * Measures the overhead of the engine compared with sharp alone, for compressing a JPEG to a JPEG and a preview with a
 * fixed quality table. Compresses as many images concurrently as a worker has engine processes, because sharp would use
 * a second core to decode a single image.
 */
export const besidePlainSharp: Row = {
  name: 'bare engine by its table against plain sharp, JPEG to JPEG and preview',
  unit: '×',
  better: 'more',
  target: 0.95,
  measure: async () => {
    const all = await mixedImages();
    const photos = all.filter(({ filename }) => filename.endsWith('.jpg')).slice(0, 40);
    const settings = { ...defaultSettings, quality: 70, format: 'jpeg' as const };
    const jpegBySharp = (data: Buffer) => {
      const image = sharp(data, { failOn: 'warning' }).autoOrient().toColourspace('srgb');
      return image.jpeg({ progressive: true, quantisationTable: 3, quality: 69 }).toBuffer();
    };
    const previewBySharp = (data: Buffer) => {
      const image = sharp(data).autoOrient().resize(320, 320, { fit: 'inside', withoutEnlargement: true });
      return image.webp({ quality: 70, effort: 1 }).toBuffer();
    };
    const bySharp = async ({ data }: Image) => {
      await jpegBySharp(data);
      await previewBySharp(data);
    };
    const byEngine = ({ data }: Image) => compress(data, { settings, maxPixels, effort: 'fast' });
    const atATime = availableParallelism();
    const ratios = await inTurn(
      () => inParallel(photos, atATime, bySharp),
      () => inParallel(photos, atATime, byEngine),
    );
    const alone = await inTurn(
      () => inParallel(photos, 1, ({ data }) => jpegBySharp(data)),
      () => inParallel(photos, 1, byEngine),
    );
    const detail = `40 photos, ${atATime} at a time: ${ratios.map(short).join(' ')}; one at a time against sharp without a preview: ${alone.map(short).join(' ')}`;
    return { value: median(ratios), detail };
  },
};

function autoRow(megapixels: number, target: number): Row {
  return {
    name: `auto against one mozjpeg encode, photo of ${megapixels} megapixels`,
    unit: '×',
    better: 'less',
    target,
    measure: async () => {
      const { data } = await photoOfMegapixels(megapixels);
      const ratios = await inTurn(
        () => compress(data, { settings: defaultSettings, maxPixels }),
        () => sharp(data).jpeg({ mozjpeg: true, quality: 86 }).toBuffer(),
      );
      return { value: median(ratios), detail: `ratios ${ratios.map(short).join(' ')}` };
    },
  };
}

export const autoLarge = autoRow(12, 3);
export const autoSmall = autoRow(2, 4);

/** Runs two functions alternately and returns the ratio of their durations (first to second) for each round. */
async function inTurn(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<number[]> {
  const ratios: number[] = [];
  await timed(second);
  for (let n = 0; n < rounds; n += 1) ratios.push((await timed(first)) / (await timed(second)));
  return ratios;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Returns a benchmark for the peak memory of a worker and its engine process while they compress one image. */
function memoryRow(name: string, target: number, image: () => Promise<Image>): Row {
  return {
    name: `worker memory, ${name}`,
    unit: 'MB',
    better: 'less',
    target,
    measure: ({ profile }) =>
      withProduct({ profile, env: { WORKER_ENGINE_PROCESSES: '1' } }, async (product) => {
        const { pid } = product.process('worker-1');
        const family = () => (pid === undefined ? [] : [pid, ...childrenOf(pid)]);
        const client = await openClient(product.url, 1);
        const file = await image();
        const restBefore = sum(family());
        const memory = watchMemory(family);
        await client.roundTrip(file);
        await sleep(1_000);
        const { peakBytes } = memory.stop();
        await client.close();
        const [before, after] = [restBefore, sum(family())].map((bytes) => short(bytes / mebibyte));
        return { value: peakBytes / mebibyte, detail: `at rest ${before} MB before, ${after} MB after` };
      }),
  };
}

export const largestMemory = memoryRow('one 100-megapixel JPEG', 1_200, () => photoOfMegapixels(99.9));
export const heicMemory = memoryRow('one 12-megapixel HEIC', 500, phonePhoto);

const sum = (pids: number[]) => pids.reduce((total, pid) => total + residentBytes(pid), 0);
