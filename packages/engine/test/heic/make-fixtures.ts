/**
 * Regenerates the files in `fixtures/`: `node make-fixtures.ts`. Requires `heif-enc` and `heif-convert` from libheif.
 * See fixtures/README.md for a description of each file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  codes,
  mirrored,
  profile,
  turned,
  u32,
  type WrittenItem,
  writeHeic,
} from '../../src/heic/write-heic.ts';
import { type Coded, codedItem, cropped, gridItem } from './heic-writer.ts';
import { makeParts, type Parts } from './make-parts.ts';

const brands = ['heic', 'mif1', 'heic', 'miaf'];
const folder = new URL('./fixtures/', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'heic-fixtures-'));

/** Returns a file with a single image and the given properties. */
function single(coded: Coded, ...properties: Buffer[]): Buffer {
  return writeHeic({ brands, primaryId: 1, items: [codedItem(1, coded, ...properties)] });
}

function grid(tiles: Coded[], size: { widthPx: number; heightPx: number }, ...properties: Buffer[]): Buffer {
  const items: WrittenItem[] = tiles.map((tile, index) => ({
    ...codedItem(index + 1, tile),
    isHidden: true,
  }));
  const columns = Math.ceil(size.widthPx / (tiles[0]?.widthPx ?? 1));
  const shape = { ...size, columns, rows: tiles.length / columns };
  items.push(gridItem(99, shape, ...properties));
  const references = [{ type: 'dimg', from: 99, to: tiles.map((_, index) => index + 1) }];
  return writeHeic({ brands, primaryId: 99, items, references });
}

/** The `auxC` property, which declares that the auxiliary image is an alpha channel. */
const alphaProperty = Buffer.concat([
  u32(8 + 4 + 27),
  Buffer.from('auxC\0\0\0\0urn:mpeg:hevc:2015:auxid:1\0', 'latin1'),
]);

function withAlpha(coded: Coded, alpha: Coded, isPremultiplied: boolean): Buffer {
  return writeHeic({
    brands,
    primaryId: 1,
    items: [codedItem(1, coded), codedItem(2, alpha, alphaProperty)],
    references: [
      { type: 'auxl', from: 2, to: [1] },
      ...(isPremultiplied ? [{ type: 'prem', from: 1, to: [2] }] : []),
    ],
  });
}

function secondIsPrimary(first: Coded, second: Coded): Buffer {
  return writeHeic({ brands, primaryId: 2, items: [codedItem(1, first), codedItem(2, second)] });
}

/** Returns a file whose items are in the order used by recent phones. */
function appleLike(tiles: Coded[], icc: Buffer): Buffer {
  const items: WrittenItem[] = tiles.map((tile, index) => ({
    ...codedItem(index + 1, tile, profile(icc)),
    isHidden: true,
  }));
  const shape = { rows: 2, columns: 2, widthPx: 800, heightPx: 600 };
  items.push(gridItem(49, shape, profile(icc), turned(3)));
  return writeHeic({
    brands: ['heic', 'mif1', 'MiHE', 'MiPr', 'miaf', 'MiHB', 'heic', 'tmap'],
    primaryId: 49,
    items,
    references: [{ type: 'dimg', from: 49, to: [1, 2, 3, 4] }],
  });
}

function fixturesOf(parts: Parts): Record<string, Buffer> {
  const { plain, tiles, bigTiles, p3Patch, srgbPatch, gray, icc } = parts;
  return {
    ...parts.encoded,
    'turned-90': single(plain, turned(1)),
    'turned-180': single(plain, turned(2)),
    'turned-270': single(plain, turned(3)),
    'mirrored-0': single(plain, mirrored(0)),
    'mirrored-1': single(plain, mirrored(1)),
    'turned-90-mirrored-0': single(plain, turned(1), mirrored(0)),
    'mirrored-0-turned-90': single(plain, mirrored(0), turned(1)),
    cropped: single(plain, cropped(64, 48)),
    'cropped-corner': single(plain, cropped(40, 30, 80, 60)),
    'cropped-turned-90': single(plain, cropped(64, 48, 20, -10), turned(1)),
    'cropped-ten-bit': single(parts.tenBit, cropped(64, 48)),
    grid: grid(tiles, { widthPx: 128, heightPx: 128 }),
    'grid-odd-size': grid(tiles, { widthPx: 121, heightPx: 99 }),
    'grid-turned-270': grid(tiles, { widthPx: 120, heightPx: 100 }, turned(3)),
    'apple-like': appleLike(bigTiles, icc.p3),
    'alpha-premultiplied': withAlpha(parts.premultiplied, parts.alpha, true),
    'alpha-by-hand': withAlpha(plain, parts.alpha, false),
    'tile-512': single(bigTiles[0] as Coded),
    'primary-second': secondIsPrimary(tiles[0] as Coded, plain),
    'patch-p3-icc': single(p3Patch, profile(icc.p3)),
    'patch-p3-codes': single(p3Patch, codes(12, 13, 6)),
    'patch-srgb-icc': single(srgbPatch, profile(icc.srgb)),
    'patch-no-profile': single(srgbPatch),
    'patch-both': single(p3Patch, codes(1, 13, 6), profile(icc.p3)),
    'pq-codes': single(parts.tenBit, codes(9, 16, 9)),
    'gray-with-rgb-icc': single(gray, profile(icc.p3)),
    'any-brand': writeHeic({ brands: ['mif1', 'mif1', 'miaf'], primaryId: 1, items: [codedItem(1, plain)] }),
  };
}

/**
 * Number of the primary image among the images that `heif-convert` writes, starting from 1. Omitted if there is only
 * one image.
 */
const primaryNumbers: Record<string, number> = { 'primary-second': 2 };

async function writeReference(name: string): Promise<void> {
  const png = join(work, `${name}.png`);
  execFileSync('heif-convert', ['--quiet', join(folder, `${name}.heic`), png]);
  const number = primaryNumbers[name];
  const path = number === undefined ? png : join(work, `${name}-${number}.png`);
  // Keep the stored pixel values, because other tests cover the effect of the profile.
  const image = sharp(readFileSync(path), { ignoreIcc: true });
  await image.webp({ lossless: true, effort: 6, exact: true }).toFile(join(folder, `${name}.webp`));
}

const fixtures = fixturesOf(await makeParts(work));
for (const name of readdirSync(folder)) if (/\.(heic|webp)$/.test(name)) rmSync(join(folder, name));
for (const [name, file] of Object.entries(fixtures)) {
  writeFileSync(join(folder, `${name}.heic`), file);
  await writeReference(name);
}
rmSync(work, { recursive: true });
