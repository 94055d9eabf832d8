import * as images from '@gossamer/testkit/images';
import { losslessCompressPng } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { crop, fixture, run, runFast, secretsIn } from './harness.ts';
import { taggedJpeg, taggedPng, taggedWebp } from './tagged-files.ts';

type Originals = Record<string, Buffer>;

const size = { widthPx: 72, heightPx: 56 };
const dot = { create: { width: 1, height: 1, channels: 3, background: 'teal' } } as const;

async function jpegs(): Promise<Originals> {
  const photo = sharp(await crop('photo-city.png', 72, 56));
  const drawing = sharp(await images.graphic(size));
  const made: Originals = {};
  for (const quality of [5, 30, 60, 80, 95, 100]) {
    made[`plain ${quality}`] = await photo.clone().jpeg({ quality }).toBuffer();
    made[`mozjpeg ${quality}`] = await photo.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    const whole = { quality, chromaSubsampling: '4:4:4' };
    made[`drawing ${quality}`] = await drawing.clone().jpeg(whole).toBuffer();
  }
  return {
    ...made,
    dot: await sharp(dot).jpeg().toBuffer(),
    'best dot': await sharp(dot).jpeg({ mozjpeg: true, quality: 1 }).toBuffer(),
    gray: await images.grayPhoto(size),
    cmyk: await images.cmykPhoto(size),
    'cmyk with profile': await images.cmykPhoto({ ...size, withProfile: true }),
    p3: await images.displayP3Jpeg({ ...size, rgb: [90, 120, 30] }),
    tagged: await taggedJpeg(),
    turned: await images.cameraPhoto({ ...size, orientation: 8 }),
    arithmetic: fixture('arithmetic.jpg'),
    'three scans': fixture('three-scans.jpg'),
    'restart markers': fixture('restart-markers.jpg'),
  };
}

async function pngs(): Promise<Originals> {
  const photo = await crop('photo-city.png', 72, 56);
  const screenshot = await crop('screenshot-terminal.png', 72, 56);
  const made: Originals = { photo, screenshot, dot: await sharp(dot).png().toBuffer() };
  made.logo = await images.graphicWithAlpha(size);
  made.gradient = await images.gradient(size);
  made['gray and alpha'] = await images.grayAlphaPng({ widthPx: 24, heightPx: 16 });
  made['cut-out'] = await images.cutout({ widthPx: 24, heightPx: 16 });
  made.noise = await images.noise(size);
  const optimized: Originals = {};
  for (const [name, png] of Object.entries(made)) {
    optimized[`${name}, optimized`] = await losslessCompressPng(png);
    const palette = await sharp(png).png({ palette: true, effort: 10, colors: 16 }).toBuffer();
    optimized[`${name}, 16 colors`] = await losslessCompressPng(palette);
  }
  return {
    ...made,
    ...optimized,
    deep: await images.deepPng(size),
    interlaced: await sharp(photo).png({ progressive: true }).toBuffer(),
    tagged: await taggedPng(),
  };
}

async function webps(): Promise<Originals> {
  const photo = sharp(await crop('photo-city.png', 72, 56));
  const screenshot = sharp(await crop('screenshot-terminal.png', 72, 56));
  const made: Originals = {};
  for (const quality of [1, 30, 75, 100]) {
    made[`lossy ${quality}`] = await photo.clone().webp({ quality, effort: 6 }).toBuffer();
    made[`near lossless ${quality}`] = await screenshot
      .clone()
      .webp({ nearLossless: true, quality, effort: 4 })
      .toBuffer();
  }
  return {
    ...made,
    dot: await sharp(dot).webp({ lossless: true }).toBuffer(),
    'lossless photo': await photo.clone().webp({ lossless: true, effort: 5 }).toBuffer(),
    'lossless screenshot': await screenshot.clone().webp({ lossless: true, effort: 5 }).toBuffer(),
    'cut-out': await sharp(await images.cutout({ widthPx: 24, heightPx: 16 }))
      .webp({ quality: 60 })
      .toBuffer(),
    animation: await images.animation({ widthPx: 40, heightPx: 30, frames: 2 }),
    tagged: await taggedWebp(),
  };
}

const makers = { jpeg: jpegs, png: pngs, webp: webps };

describe.each(['jpeg', 'png', 'webp'] as const)(
  'a compressed %s file is never larger than the original',
  (format) => {
    it.each([85, 100])('at quality %d, with the same format or auto', async (quality) => {
      const originals = Object.entries(await makers[format]());
      expect(originals.length).toBeGreaterThanOrEqual(14);
      for (const [name, original] of originals) {
        for (const asked of [format, 'auto'] as const) {
          const { data, preview, report } = await run(original, { quality, format: asked });
          expect(data.length, `${name} as ${asked}: ${report.encoding}`).toBeLessThanOrEqual(original.length);
          // A result must not contain metadata, except for a few bytes for the orientation.
          const isTurned = report.metadataKept.includes('orientation');
          const found = [...secretsIn(data), ...secretsIn(preview)];
          expect(found.filter((word) => !(isTurned && word === 'Exif\0\0'))).toEqual([]);
        }
      }
    });

    it('at fast effort', async () => {
      for (const [name, original] of Object.entries(await makers[format]())) {
        const { data, report } = await runFast(original, { format });
        expect(data.length, `${name}: ${report.encoding}`).toBeLessThanOrEqual(original.length);
      }
    });

    it('if the original is itself a compression result', async () => {
      const originals = Object.values(await makers[format]()).filter((_, index) => index % 3 === 0);
      for (const original of originals) {
        const once = await run(original, { format, quality: 70 });
        for (const quality of [70, 95]) {
          const twice = await run(once.data, { format, quality });
          expect(twice.data.length, once.report.encoding).toBeLessThanOrEqual(once.data.length);
        }
      }
    });
  },
);
