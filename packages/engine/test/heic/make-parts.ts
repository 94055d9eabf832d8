import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type Coded, readCoded } from './heic-writer.ts';

/** Building blocks of the fixtures. `encoded` contains complete files as written by `heif-enc`. */
export type Parts = {
  encoded: Record<string, Buffer>;
  plain: Coded;
  tenBit: Coded;
  gray: Coded;
  alpha: Coded;
  /** The image `plain`, with its colors multiplied by `alpha`. */
  premultiplied: Coded;
  /** Four tiles of 64 × 64 pixels, for a grid of 2 × 2. */
  tiles: Coded[];
  /** Four tiles of 512 × 512 pixels, for a grid of 2 × 2. */
  bigTiles: Coded[];
  p3Patch: Coded;
  srgbPatch: Coded;
  icc: { p3: Buffer; srgb: Buffer };
};

const images = new URL('../../../../tools/bench/images/', import.meta.url).pathname;
const lossless = ['-L', '-p', 'chroma=444', '--matrix_coefficients=0'];

export async function makeParts(work: string): Promise<Parts> {
  const encode = async (image: Sharp, ...options: string[]) => {
    const source = join(work, 'source.png');
    await image.png().toFile(source);
    execFileSync('heif-enc', [...options, '-o', join(work, 'out.heic'), source], { stdio: 'pipe' });
    return readFileSync(join(work, 'out.heic'));
  };
  const code = async (image: Sharp, ...options: string[]) => readCoded(await encode(image, ...options));
  const flowers = (width = 128, height = 96) => sharp(`${images}flowers.png`).resize(width, height);
  const tile = (image: Sharp, left: number, top: number, side: number) =>
    image.extract({ left, top, width: side, height: side });
  const patch = (r: number, g: number, b: number) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } });
  const alphaPixels = fadeOut(128, 96);
  const tiled = await flowers(128, 128).png().toBuffer();
  const big = await smooth(1024).png().toBuffer();
  return {
    encoded: await wholeFiles(encode, flowers, work),
    plain: await code(flowers(), '-q', '60'),
    tenBit: await code(deep(flowers()), '-b', '10', '-q', '60'),
    gray: await code(flowers().toColourspace('b-w'), '-q', '60'),
    alpha: await code(sharp(alphaPixels, rawGray), ...lossless),
    premultiplied: await code(await premultiply(flowers(), alphaPixels), '-q', '80', '-p', 'chroma=444'),
    tiles: await codeTiles(code, tiled, 64, tile),
    bigTiles: await codeTiles(code, big, 512, tile),
    p3Patch: await code(patch(200, 100, 50), ...lossless),
    srgbPatch: await code(patch(200, 100, 50), ...lossless),
    icc: { p3: await iccOf('p3'), srgb: await iccOf('srgb') },
  };
}

type Encode = (image: Sharp, ...options: string[]) => Promise<Buffer>;

async function wholeFiles(encode: Encode, flowers: (width?: number, height?: number) => Sharp, work: string) {
  const alpha = flowers().joinChannel(fadeOut(128, 96), rawGray);
  return {
    plain: await encode(flowers(), '-q', '60'),
    'odd-size': await encode(flowers(127, 95), '-q', '60'),
    small: await encode(flowers(17, 5), '-q', '90'),
    'chroma-422': await encode(flowers(), '-q', '60', '-p', 'chroma=422'),
    'chroma-444': await encode(flowers(), '-q', '60', '-p', 'chroma=444'),
    lossless: await encode(flowers(64, 48), ...lossless),
    alpha: await encode(alpha, '-q', '60'),
    gray: await encode(flowers().toColourspace('b-w'), '-q', '60'),
    'ten-bit': await encode(deep(flowers()), '-b', '10', '-q', '60'),
    'twelve-bit': await encode(deep(flowers()), '-b', '12', '-q', '60'),
    thumbnail: await encode(flowers(), '-q', '60', '-t', '48'),
    'exif-orientation-6': await encodeJpeg(
      flowers()
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Make: 'SECRET' }, IFD3: gps }),
      work,
    ),
  };
}

const gps = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' };

/** Encodes a HEIC file from a JPEG, because `heif-enc` ignores the EXIF data of a PNG. */
async function encodeJpeg(image: Sharp, work: string): Promise<Buffer> {
  await image.jpeg({ quality: 95 }).toFile(join(work, 'source.jpg'));
  execFileSync('heif-enc', ['-q', '60', '-o', join(work, 'out.heic'), join(work, 'source.jpg')], {
    stdio: 'pipe',
  });
  return readFileSync(join(work, 'out.heic'));
}

const rawGray = { raw: { width: 128, height: 96, channels: 1 as const } };

/** Returns an alpha channel that fades from transparent on the left to opaque on the right. */
function fadeOut(width: number, height: number): Buffer {
  const values = Array.from({ length: width * height }, (_, at) => ((at % width) * 255) / (width - 1));
  return Buffer.from(values.map(Math.round));
}

const deep = (image: Sharp) => image.toColourspace('rgb16');

async function premultiply(image: Sharp, alpha: Buffer): Promise<Sharp> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return sharp(
    data.map((value, at) => Math.round((value * (alpha[Math.floor(at / 3)] ?? 0)) / 255)),
    { raw },
  );
}

/** Returns a smooth image, so that even large tiles take few bytes. */
function smooth(side: number): Sharp {
  return sharp(`${images}city.png`).resize(6, 6, { fit: 'fill' }).resize(side, side, { fit: 'fill' });
}

async function codeTiles(
  code: (image: Sharp, ...options: string[]) => Promise<Coded>,
  image: Buffer,
  side: number,
  tile: (image: Sharp, left: number, top: number, side: number) => Sharp,
): Promise<Coded[]> {
  const tiles: Coded[] = [];
  for (const top of [0, side]) {
    for (const left of [0, side]) tiles.push(await code(tile(sharp(image), left, top, side), '-q', '40'));
  }
  return tiles;
}

/** Returns one of libvips's built-in ICC profiles. */
async function iccOf(name: 'p3' | 'srgb'): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  const { icc } = await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata();
  if (!icc) throw new Error(`failed to read the ICC profile ${name}`);
  return icc;
}
