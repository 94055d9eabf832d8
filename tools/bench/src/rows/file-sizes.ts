import { defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { sharp } from '@gossamer/engine/sharp';
import { manyImages } from '../corpus.ts';
import { median, quantile, type Row, short } from '../figures.ts';
import type { Image } from '../images.ts';

const limitsBytes = [20_000, 50_000, 100_000, 250_000];
const maxPixels = 200_000_000;

interface Search {
  /** Size of the result relative to the maximum size. */
  share: number;
  isReached: boolean;
  /** Whether the encoders can create a file within the limit although the engine found none. */
  isWronglyUnreachable: boolean;
  /** CPU time relative to that of the default settings. */
  timeRatio: number;
}

/**
 * Searches for results of at most 20, 50, 100 and 250 KB. Images that are already small enough are skipped. The value
 * is NaN, which misses the target, if a result exceeds its limit or if the engine wrongly reports that it cannot reach
 * the limit.
 */
export const fileSizes: Row = {
  name: 'file size limits: result against its maximum, median',
  unit: '×',
  better: 'more',
  target: 0.95,
  measure: async ({ note }) => {
    const searches: Search[] = [];
    for (const image of manyImages()) {
      const { cpuMs } = await timed(() => compress(image.data, { settings: defaultSettings, maxPixels }));
      for (const maxBytes of limitsBytes.filter((limit) => limit < image.data.length)) {
        const search = await searchFor(image, maxBytes, cpuMs);
        if (search.isWronglyUnreachable) note(`${image.filename}: wrongly unreachable at ${maxBytes} bytes`);
        searches.push(search);
      }
    }
    const reached = searches.filter(({ isReached }) => isReached);
    const over = reached.filter(({ share }) => share > 1);
    const wrong = searches.filter(({ isWronglyUnreachable }) => isWronglyUnreachable);
    const times = searches.map(({ timeRatio }) => timeRatio);
    note(`unreachable: ${searches.length - reached.length}, over the limit: ${over.length}`);
    note(
      `CPU time against the default settings: ${[0.5, 0.9, 1].map((at) => short(quantile(times, at))).join(' ')}`,
    );
    const value = over.length + wrong.length > 0 ? Number.NaN : median(reached.map(({ share }) => share));
    return { value, detail: `${searches.length} searches; median, 9 of 10 and most of the CPU time above` };
  },
};

async function searchFor({ data }: Image, maxBytes: number, usualMs: number): Promise<Search> {
  const settings = { ...defaultSettings, maxBytes };
  const { result, cpuMs } = await timed(() => compress(data, { settings, maxPixels }));
  const isReached = result.report.sizeLimits?.isReached ?? false;
  return {
    share: result.data.length / maxBytes,
    isReached,
    isWronglyUnreachable: !isReached && (await smallestBytes(data)) <= maxBytes,
    timeRatio: cpuMs / usualMs,
  };
}

/**
 * Returns the size of the smallest file that the encoders can create from an image: a WebP with lossy transparency or,
 * if the image is opaque, a JPEG.
 */
async function smallestBytes(data: Uint8Array): Promise<number> {
  const image = sharp(data).autoOrient();
  const { isOpaque } = await image.stats();
  const webp = image.clone().webp({ quality: 1, alphaQuality: 0, effort: 6 }).toBuffer();
  const jpeg = isOpaque ? [image.clone().jpeg({ quality: 1, mozjpeg: true }).toBuffer()] : [];
  return Math.min(...(await Promise.all([webp, ...jpeg])).map(({ length }) => length));
}

/** The engine estimates sizes only for images that the default preset makes only slightly smaller. */
const alreadySmall = { quality: 75, mozjpeg: true } as const;

/** Measures the error of the estimated size at the next lower preset, relative to the size of that preset's result. */
export const nextEstimates: Row = {
  name: 'estimated size at the next preset: error, 9 of 10 images',
  unit: '%',
  better: 'less',
  target: 15,
  measure: async ({ note }) => {
    const errors: number[] = [];
    for (const { filename, data: original } of manyImages()) {
      const data = await sharp(original).flatten({ background: 'white' }).jpeg(alreadySmall).toBuffer();
      const usual = { ...defaultSettings, format: 'same' } as const;
      const { report } = await compress(data, { settings: usual, maxPixels });
      if (!report.next) continue;
      const settings = { ...usual, quality: report.next.quality };
      const { length } = (await compress(data, { settings, maxPixels })).data;
      const error = (100 * (report.next.sizeBytes - length)) / length;
      if (Math.abs(error) > 15) note(`${filename}: ${short(error)}%`);
      errors.push(Math.abs(error));
    }
    const detail = `${errors.length} images with an estimate, median ${short(median(errors))}%`;
    return { value: quantile(errors, 0.9), detail };
  },
};

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
