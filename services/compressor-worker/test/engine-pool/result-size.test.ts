import { defaultSettings } from '@gossamer/contracts/settings';
import { sharp } from '@gossamer/engine/sharp';
import { noise, photo } from '@gossamer/testkit/images';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorker, type TestWorker } from '../worker.ts';

let worker: TestWorker;

beforeEach(async () => {
  worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
});

afterEach(() => worker.close());

const asPng = { settings: { ...defaultSettings, format: 'png' as const } };

async function storedResults(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of worker.storage.list('results/')) keys.push(key);
  return keys;
}

describe('a result that is much larger than its original', () => {
  it('is rejected above 50 MB, with an error that contains its format and relative size', async () => {
    const pixels = sharp(await noise({ widthPx: 6_000, heightPx: 4_500 }));
    const original = await pixels.jpeg({ quality: 50 }).toBuffer();
    const id = await worker.submit(original, asPng);
    const outcome = await worker.outcomeOf(id);
    expect(outcome).toMatchObject({
      type: 'image.failed',
      code: 'result_too_large',
      details: { format: 'PNG', times: expect.any(Number) },
    });
    expect(await storedResults()).toEqual([]);
  });

  it('is stored if it is at most 50 MB', async () => {
    const original = await photo({ widthPx: 400, heightPx: 300 });
    const outcome = await worker.outcomeOf(await worker.submit(original, asPng));
    expect(outcome).toMatchObject({ type: 'image.compressed', format: 'png' });
    expect(await storedResults()).toHaveLength(2);
  });
});
