import * as pictures from '@gossamer/testkit/pictures';
import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/engine/picture.ts';
import { sharp } from '../../src/engine/sharp.ts';
import { choose } from '../../src/engine/steps/choose.ts';
import { fixture, rgb, run } from './harness.ts';

const size = { widthPx: 160, heightPx: 120 };

async function hardToBeat(): Promise<Record<string, Buffer>> {
  const photo = sharp(await pictures.photoPng(size));
  return {
    onePixel: await pictures.onePixel(),
    poorJpeg: await photo.clone().jpeg({ mozjpeg: true, quality: 20 }).toBuffer(),
    poorWebp: await photo.clone().webp({ quality: 5, effort: 6 }).toBuffer(),
    noise: await pictures.noise(size),
    tightPng: await sharp(await pictures.graphic(size))
      .png({ palette: true, effort: 10, compressionLevel: 9 })
      .toBuffer(),
    turned: await sharp(await pictures.photo(size))
      .jpeg({ mozjpeg: true, quality: 15 })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    animation: await sharp(await pictures.animation(size), { animated: true })
      .webp({ quality: 1, effort: 6 })
      .toBuffer(),
  };
}

async function cropped(name: string): Promise<Buffer> {
  return sharp(fixture(name)).extract({ left: 100, top: 100, width: 300, height: 200 }).png().toBuffer();
}

describe('never larger', () => {
  it.each([10, 100])('at quality %d, auto and in the same format', async (quality) => {
    for (const [name, original] of Object.entries(await hardToBeat())) {
      const { format } = await sharp(original).metadata();
      for (const asked of ['auto', format as 'jpeg'] as const) {
        const result = await run(original, { quality, format: asked });
        expect(result.data.length, `${name} as ${asked}`).toBeLessThanOrEqual(original.length);
      }
    }
  });

  it('gives the original’s own pixels back where nothing is saved', async () => {
    const { poorJpeg, poorWebp } = await hardToBeat();
    for (const original of [poorJpeg!, poorWebp!]) {
      const result = await run(original, { quality: 100 });
      expect(result.alreadyOptimal).toBe(true);
      expect((await rgb(result.data)).data.equals((await rgb(original)).data)).toBe(true);
    }
  });

  it('compressing a result again hardly changes it', async () => {
    const originals = {
      jpeg: await cropped('photo-city.png'),
      webp: await cropped('screenshot-terminal.png'),
    };
    for (const [format, original] of Object.entries(originals)) {
      const once = await run(original, { format: format as 'jpeg' | 'webp' });
      const twice = await run(once.data, { format: format as 'jpeg' | 'webp' });
      expect(twice.data.length).toBeLessThanOrEqual(once.data.length);
      expect(twice.data.length).toBeGreaterThan(once.data.length * 0.9);
    }
  });

  it('gives a format that was asked for, also where it is larger', async () => {
    const result = await run((await hardToBeat()).poorJpeg!, { format: 'png' });
    expect([result.format, result.alreadyOptimal]).toEqual(['png', false]);
  });
});

describe('choose', () => {
  const header = { format: 'jpeg', isAnimatedPng: false } as Header;
  const encoded = (length: number) => ({ format: 'webp' as const, data: Buffer.alloc(length) });

  it.each([
    ['saves 3 %', 97, 100, 100, 97],
    ['saves 1 % only', 99, 100, 100, 100],
    ['is larger', 120, 90, 100, 90],
    ['is small, but the stripped original grew', 100, 101, 100, 100],
    ['is larger than a grown original', 120, 104, 100, 104],
  ])('an encoding that %s', (_, encodedBytes, strippedBytes, originalBytes, chosenBytes) => {
    const choice = choose(encoded(encodedBytes), Buffer.alloc(strippedBytes), header, originalBytes);
    expect(choice.data.length).toBe(chosenBytes);
  });

  it('takes the encoding where the original must not come back', () => {
    expect(choose(encoded(500), undefined, header, 100).data.length).toBe(500);
  });
});
