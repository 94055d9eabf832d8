import * as images from '@gossamer/testkit/images';
import { randomNumbers } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../src/errors.ts';
import { run } from './harness.ts';

const size = { widthPx: 60, heightPx: 40 };
const mutationsPerFile = 30;

/** Flips, overwrites, removes or duplicates part of a file. */
function mutated(file: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(file);
  const at = Math.floor(random() * copy.length);
  const kind = Math.floor(random() * 4);
  if (kind === 0) copy[at] = random() * 256;
  if (kind === 1) for (let i = at; i < Math.min(copy.length, at + 16); i++) copy[i] = random() * 256;
  if (kind === 2) return Buffer.concat([copy.subarray(0, at), copy.subarray(at + Math.floor(random() * 64))]);
  if (kind === 3) return Buffer.concat([copy.subarray(0, at), copy.subarray(Math.max(0, at - 32))]);
  return copy;
}

async function endingOf(file: Buffer): Promise<'completed' | 'refused'> {
  try {
    // Use a low pixel limit, so that a mutated header cannot cause minutes of processing.
    await run(file, {}, 1_000_000);
    return 'completed';
  } catch (error) {
    if (error instanceof EngineError) return 'refused';
    throw error;
  }
}

describe('randomly mutated files', () => {
  it('yield a result or an EngineError', async () => {
    const random = randomNumbers(2026);
    const files = await Promise.all([
      images.cameraPhoto({ ...size, orientation: 6 }),
      images.photoPng(size),
      images.graphicWithAlpha(size),
      images.photoWebp(size),
      images.animation({ ...size, frames: 2 }),
    ]);
    const endings: string[] = [];
    for (const file of files) {
      for (let count = 0; count < mutationsPerFile; count++)
        endings.push(await endingOf(mutated(file, random)));
    }
    expect(endings.filter((ending) => ending === 'completed').length).toBeGreaterThan(5);
    expect(endings.filter((ending) => ending === 'refused').length).toBeGreaterThan(5);
  });
});
