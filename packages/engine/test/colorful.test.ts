import { randomNumbers } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { hasReached, measured, run } from './harness.ts';

/** Returns saturated discs with soft edges and a little grain, similar to a painted or scanned illustration. */
async function illustration(softness: number): Promise<Buffer> {
  const [width, height] = [360, 270];
  const random = randomNumbers(7);
  const discs = Array.from({ length: 60 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: 4 + random() * 40,
    color: [0, 1, 2].map((channel) => ((Math.floor(random() * 6) + channel) % 3 === 0 ? 235 : 20)),
  }));
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const disc = discs.findLast((one) => Math.hypot(x - one.x, y - one.y) < one.radius);
      const color = disc?.color ?? [220, 40, 30];
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (color[channel] ?? 0) + (random() - 0.5) * 3;
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .blur(softness)
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

describe('an illustration in saturated colors', () => {
  it('is encoded with full chroma if subsampled chroma needs an unusually high quality', async () => {
    const original = await illustration(1.2);
    const result = await run(original, { format: 'jpeg' });
    expect(result.report.encoding).toBe('jpeg 4:4:4');
    const halved = await sharp(original).jpeg({ mozjpeg: true, quality: 91 }).toBuffer();
    expect(result.data.length).toBeLessThan(halved.length * 0.8);
    expect(hasReached(result)).toBe(true);
  });

  it('is encoded with full chroma if the file is smaller, even if subsampled chroma reaches the score', async () => {
    const result = await run(await illustration(1.6), { format: 'jpeg' });
    expect(result.report.encoding).toBe('jpeg 4:4:4');
    expect(hasReached(result)).toBe(true);
  });

  it('reaches its target score as WebP, although plain chroma subsampling does not reach it', async () => {
    const original = await illustration(0.8);
    const result = await run(original, { format: 'webp' });
    expect([result.report.encoding, hasReached(result)]).toEqual(['webp lossy', true]);
    const plain = await sharp(original).webp({ quality: 100, effort: 5 }).toBuffer();
    expect(await measured(original, plain)).toBeLessThan(result.report.targetScore - 2);
    expect(result.data.length).toBeLessThan(plain.length * 0.7);
  });
});
