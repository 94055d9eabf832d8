import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import type { Encoded, Header } from '../src/image.ts';
import { sharp } from '../src/sharp.ts';
import { choose } from '../src/steps/choose.ts';
import type { Plan } from '../src/steps/plan.ts';
import { fixture, rgb, run } from './harness.ts';

const size = { widthPx: 160, heightPx: 120 };

async function hardToBeat(): Promise<Record<string, Buffer>> {
  const photo = sharp(await images.photoPng(size));
  return {
    onePixel: await images.onePixel(),
    poorJpeg: await photo.clone().jpeg({ mozjpeg: true, quality: 20 }).toBuffer(),
    poorWebp: await photo.clone().webp({ quality: 5, effort: 6 }).toBuffer(),
    noise: await images.noise(size),
    tightPng: await sharp(await images.graphic(size))
      .png({ palette: true, effort: 10, compressionLevel: 9 })
      .toBuffer(),
    turned: await sharp(await images.photo(size))
      .jpeg({ mozjpeg: true, quality: 15 })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    animation: await sharp(await images.animation(size), { animated: true })
      .webp({ quality: 1, effort: 6 })
      .toBuffer(),
  };
}

async function cropped(name: string): Promise<Buffer> {
  return sharp(fixture(name)).extract({ left: 100, top: 100, width: 300, height: 200 }).png().toBuffer();
}

describe('a compression result', () => {
  it.each([10, 100])(
    'is never larger than the original at quality %d if no other format is requested',
    async (quality) => {
      for (const [name, original] of Object.entries(await hardToBeat())) {
        const { format } = await sharp(original).metadata();
        for (const asked of ['auto', format as 'jpeg'] as const) {
          const result = await run(original, { quality, format: asked });
          expect(result.data.length, `${name} as ${asked}`).toBeLessThanOrEqual(original.length);
        }
      }
    },
  );

  it('contains the original’s coded pixels if no bytes can be saved', async () => {
    const { poorJpeg, poorWebp } = await hardToBeat();
    for (const original of [poorJpeg!, poorWebp!]) {
      const result = await run(original, { quality: 100 });
      expect(result.alreadyOptimal).toBe(true);
      expect((await rgb(result.data)).data.equals((await rgb(original)).data)).toBe(true);
    }
  });

  it('never grows when compressed again, and stops changing after a few runs', async () => {
    const originals = {
      jpeg: await cropped('photo-city.png'),
      webp: await cropped('screenshot-terminal.png'),
    };
    for (const [format, original] of Object.entries(originals)) {
      const generations = [original];
      for (let generation = 0; generation < 7; generation++) {
        const result = await run(generations.at(-1)!, { format: format as 'jpeg' | 'webp' });
        generations.push(Buffer.from(result.data));
      }
      const sizes = generations.map(({ length }) => length);
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
      expect(generations.at(-1)!.equals(generations.at(-2)!)).toBe(true);
    }
  });

  it('has the requested format even if this makes it larger than the original', async () => {
    const result = await run((await hardToBeat()).poorJpeg!, { format: 'png' });
    expect([result.format, result.alreadyOptimal]).toEqual(['png', false]);
  });
});

describe('choose()', () => {
  const header = { format: 'jpeg', isAnimatedPng: false } as Header;
  const plan = { targetScore: 80 } as Plan;
  const encoded = (length: number, score: number | null = 80): Encoded => ({
    format: 'webp',
    encoding: 'webp lossy',
    encoderQuality: 80,
    worstTileScore: 75,
    data: Buffer.alloc(length),
    score,
  });
  const kept = (length: number): Encoded => ({
    ...encoded(length, 100),
    format: 'jpeg',
    encoding: 'original',
  });

  it.each([
    ['saves 3%', 97, 100, 100, 97],
    ['saves only 1%', 99, 100, 100, 100],
    ['is larger', 120, 90, 100, 90],
    ['is as small as the original, which stripping enlarged', 100, 101, 100, 100],
    ['is larger than an original that stripping enlarged', 120, 104, 100, 104],
  ])(
    'decides by file size if the new encoding %s',
    (_, encodedBytes, strippedBytes, originalBytes, chosenBytes) => {
      const choice = choose(
        encoded(encodedBytes),
        kept(strippedBytes),
        { ...header, sizeBytes: originalBytes },
        plan,
      );
      expect(choice.data.length).toBe(chosenBytes);
    },
  );

  it('picks the new encoding if the original must not be the result', () => {
    expect(choose(encoded(500), undefined, { ...header, sizeBytes: 100 }, plan).data.length).toBe(500);
    expect(choose(encoded(500, 10), undefined, { ...header, sizeBytes: 100 }, plan).data.length).toBe(500);
  });

  it.each([
    ['2 points short', 78, 50],
    ['more than 2 points short', 77.9, 90],
    ['not measured', null, 50],
  ])(
    'picks the smaller new encoding unless its score is more than 2 points below the target: %s',
    (_, score, chosenBytes) => {
      expect(choose(encoded(50, score), kept(90), { ...header, sizeBytes: 100 }, plan).data.length).toBe(
        chosenBytes,
      );
    },
  );

  it('picks the original if it is an animated PNG, even if an encoding of its first frame is smaller', () => {
    const animated = { ...header, isAnimatedPng: true };
    expect(choose(encoded(10), kept(90), animated, plan).data.length).toBe(90);
  });
});
