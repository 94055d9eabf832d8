import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { toVariantSettings, variantWidths } from '@gossamer/contracts/variant-settings';
import { compress } from '@gossamer/engine/compress';
import { bundledImage, photos } from './corpus.ts';
import { short } from './figures.ts';
import type { Image } from './images.ts';

/**
 * Makes photos in four widths and three formats, as a group of variants and one by one, and prints the CPU time of the
 * group as a ratio to that of the single files, and the bytes as a ratio to those of the same single files. Usage:
 * `node tools/bench/src/variants-table.ts [part of a filename…]`. Takes about a minute for each image.
 */

type Cost = { cpuMs: number; bytes: number };

const maxPixels = 200_000_000;
const variants = toVariantSettings({ widths: [400, 800, 1200, 1600] });

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs work and returns its result with the CPU time of all threads of this process. */
async function withCpu<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, cpuMs: (user + system) / 1000 };
}

async function measure(data: Buffer): Promise<{ group: Cost; single: Cost; files: number }> {
  const compressed = (settings: Partial<CompressionSettings>) =>
    withCpu(() => compress(data, { settings: { ...defaultSettings, ...settings }, maxPixels }));
  const { result, cpuMs } = await compressed({ variants });
  const files = result.variants?.files ?? [];
  const single: Cost = { cpuMs: 0, bytes: 0 };
  const { widthsPx } = variantWidths(result.widthPx, variants);
  for (const format of [...variants.formats, result.format]) {
    for (const widthPx of widthsPx) {
      const resize = { widthPx, maintainAspect: true };
      const one = await compressed({ formats: [format], resize, hdr: 'drop' });
      single.cpuMs += one.cpuMs;
      const isKept = files.some((file) => file.format === format && file.widthPx === widthPx);
      if (isKept) single.bytes += one.result.data.length;
    }
  }
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { group: { cpuMs, bytes }, single, files: files.length };
}

const parts = process.argv.slice(2);
const images: Image[] = [
  ...photos('small').filter((_, index) => index % 3 === 0),
  ...photos('large'),
  ...['camera-12mp.jpg', 'phone-12mp.heic', 'city.png'].map(bundledImage),
].filter(({ filename }) => parts.length === 0 || parts.some((part) => filename.includes(part)));
const total = { group: 0, single: 0 };
print('| image | files | CPU of the group, s | one by one, s | ratio | bytes |\n|---|---|---|---|---|---|');
for (const { filename, data } of images) {
  const { group, single, files } = await measure(data);
  total.group += group.cpuMs;
  total.single += single.cpuMs;
  const seconds = [group, single].map(({ cpuMs }) => short(cpuMs / 1000));
  const ratios = [short(group.cpuMs / single.cpuMs), short(group.bytes / single.bytes)];
  print(`| ${[filename, files, ...seconds, ...ratios].join(' | ')} |`);
}
print(`In total ${short(total.group / total.single)} of the CPU time.`);
