import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { kindOf } from '../src/steps/classify.ts';
import { fixture } from './harness.ts';

describe('kindOf', () => {
  const pixelsOf = async (file: Buffer) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
  };

  it('distinguishes photographs from drawings', async () => {
    const size = { widthPx: 300, heightPx: 200 };
    expect(kindOf(await pixelsOf(await images.photoPng(size)))).toBe('photo');
    expect(kindOf(await pixelsOf(await images.cutout(size)))).toBe('photo');
    expect(kindOf(await pixelsOf(fixture('photo-city.png')))).toBe('photo');
    const ground = { left: 300, right: 300, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const photoOnNothing = await sharp(await images.cutout(size))
      .extend(ground)
      .png()
      .toBuffer();
    expect(kindOf(await pixelsOf(photoOnNothing))).toBe('photo');
    expect(kindOf(await pixelsOf(await images.graphic(size)))).toBe('graphic');
    expect(kindOf(await pixelsOf(await images.graphicWithAlpha(size)))).toBe('graphic');
    expect(kindOf(await pixelsOf(fixture('screenshot-terminal.png')))).toBe('graphic');
  });
});
