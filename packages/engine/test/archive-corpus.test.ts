import { execFileSync } from 'node:child_process';
import type { ErrorCode } from '@gossamer/contracts/errors';
import * as images from '@gossamer/testkit/images';
import { expect, it } from 'vitest';
import { EngineError } from '../src/errors.ts';
import { sharp } from '../src/sharp.ts';
import { crop, fixture, run } from './harness.ts';

type Sample = { name: string; file: Buffer; isIntact: boolean };

const sizes = [1, 2, 7, 8, 9, 16, 17, 33, 64, 97, 160, 250] as const;
const samplings = ['1x1', '2x1', '1x2', '2x2', '4x1', '4x2'] as const;

/**
 * Encodes a JPEG with libjpeg-turbo's cjpeg, which supports sampling factors and restart markers that sharp does not
 * support.
 */
function cjpeg(ppm: Buffer, args: string[]): Buffer {
  return execFileSync('cjpeg', args, { input: ppm });
}

async function ppmOf(side: number): Promise<Buffer> {
  const photo = await crop('photo-city.png', 250, 250);
  const pixels = await sharp(photo)
    .resize(side, Math.ceil(side * 0.75))
    .removeAlpha()
    .raw()
    .toBuffer();
  return Buffer.concat([Buffer.from(`P6 ${side} ${Math.ceil(side * 0.75)} 255\n`), pixels]);
}

async function bySharp(side: number): Promise<Sample[]> {
  const photo = sharp(await crop('photo-city.png', 250, 250)).resize(side, Math.ceil(side * 0.75));
  const variants = {
    baseline: photo.clone().jpeg({ quality: 75 }),
    progressive: photo.clone().jpeg({ quality: 90, progressive: true }),
    mozjpeg: photo.clone().jpeg({ quality: 60, mozjpeg: true, chromaSubsampling: '4:4:4' }),
    gray: photo.clone().grayscale().toColourspace('b-w').jpeg({ quality: 80 }),
    metadata: photo
      .clone()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withIccProfile('p3')
      .jpeg(),
    cmyk: photo.clone().toColourspace('cmyk').jpeg(),
  };
  return Promise.all(
    Object.entries(variants).map(async ([name, pipeline]) => ({
      name: `${name} ${side}`,
      file: await pipeline.toBuffer(),
      isIntact: true,
    })),
  );
}

async function byCjpeg(side: number): Promise<Sample[]> {
  const ppm = await ppmOf(side);
  const argsOf: Record<string, string[]> = {
    ...Object.fromEntries(samplings.map((sampling) => [sampling, ['-sample', sampling]])),
    restart: ['-restart', '1'],
    'progressive restart': ['-progressive', '-restart', '2', '-sample', '2x1'],
  };
  return Object.entries(argsOf).map(([name, args]) => ({
    name: `${name} ${side}`,
    file: cjpeg(ppm, args),
    isIntact: true,
  }));
}

/** Returns variants of a file: with trailing bytes, truncated, without its end marker, and with damaged bytes. */
function spoiled({ name, file }: Sample): Sample[] {
  const flipped = (at: number) => {
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };
  const trailing = Buffer.concat([file, Buffer.from('trailing bytes '.repeat(9))]);
  return [
    { name: `${name} with trailing bytes`, file: trailing, isIntact: true },
    { name: `${name} truncated`, file: file.subarray(0, Math.floor(file.length * 0.6)), isIntact: false },
    { name: `${name} without end marker`, file: file.subarray(0, file.length - 2), isIntact: false },
    { name: `${name} damaged header`, file: flipped(30), isIntact: false },
    { name: `${name} damaged scan`, file: flipped(Math.floor(file.length * 0.8)), isIntact: false },
  ];
}

async function corpus(): Promise<Sample[]> {
  const made: Sample[] = [];
  for (const side of sizes) made.push(...(await bySharp(side)), ...(await byCjpeg(side)));
  const camera = await images.cameraPhoto({ widthPx: 160, heightPx: 112, orientation: 6 });
  const names = ['arithmetic.jpg', 'chroma-422.jpg', 'restart-markers.jpg', 'three-scans.jpg'];
  const files = names.map((name) => ({ name, file: fixture(name), isIntact: true }));
  const intact = [...made, ...files, { name: 'camera', file: camera, isIntact: true }];
  return [...intact, ...intact.filter((_, index) => index % 14 === 3).flatMap(spoiled)];
}

type Ending = 'exact' | 'different' | ErrorCode;

async function endingOf({ file }: Sample): Promise<Ending> {
  try {
    const { data } = await run(file, { archive: true });
    const { data: restored } = await run(data);
    return Buffer.from(restored).equals(file) ? 'exact' : 'different';
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

it('the engine restores every archived JPEG bit for bit, and rejects all others with an error code', async () => {
  const samples = await corpus();
  const counts: Partial<Record<Ending, number>> = {};
  const refused: string[] = [];
  for (const sample of samples) {
    const ending = await endingOf(sample);
    counts[ending] = (counts[ending] ?? 0) + 1;
    if (ending !== 'exact' && sample.isIntact) refused.push(`${sample.name}: ${ending}`);
  }
  process.stdout.write(`${samples.length} JPEGs: ${JSON.stringify(counts)}\n`);
  expect(samples.length).toBeGreaterThanOrEqual(200);
  expect(
    Object.keys(counts).filter((ending) => !/^(exact|not_archivable|corrupt_image)$/.test(ending)),
  ).toEqual([]);
  expect(refused.filter((name) => !/^(cmyk|arithmetic|4x1|4x2|progressive restart)/.test(name))).toEqual([]);
  expect(counts.exact).toBeGreaterThan(150);
});
