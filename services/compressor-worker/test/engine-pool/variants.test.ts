import { createHash } from 'node:crypto';
import { defaultSettings } from '@gossamer/contracts/settings';
import { toVariantSettings } from '@gossamer/contracts/variant-settings';
import { variantKey } from '@gossamer/contracts/variants';
import { sharp } from '@gossamer/engine/sharp';
import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWorker, type TestWorker } from '../worker.ts';

let worker: TestWorker;

beforeEach(async () => {
  worker = await startWorker({ WORKER_ENGINE_PROCESSES: '1' });
});

afterEach(() => worker.close());

it('a worker stores each variant under its own key, with the size and hash that it reports', async () => {
  const variants = toVariantSettings({ widths: [100, 'original'], formats: ['webp'] });
  const original = await photo({ widthPx: 320, heightPx: 240 });
  const id = await worker.submit(original, { settings: { ...defaultSettings, variants } });
  const outcome = await worker.outcomeOf(id);
  if (outcome.type !== 'image.compressed' || !outcome.variants) throw new Error('expected variants');
  const { files } = outcome.variants;
  expect(files.filter(({ format }) => format === 'jpeg').map(({ widthPx }) => widthPx)).toEqual([100, 320]);
  for (const file of files) {
    const stored = await worker.storage.read(variantKey(outcome.resultKey, outcome.variants, file));
    expect(stored.length).toBe(file.sizeBytes);
    expect(createHash('sha256').update(stored).digest('hex')).toBe(file.sha256);
    expect(await sharp(stored).metadata()).toMatchObject({ width: file.widthPx, height: file.heightPx });
  }
  const keys: string[] = [];
  for await (const { key } of worker.storage.list('results/')) keys.push(key);
  // The widest JPEG is stored once, as the result; the preview is an object of its own.
  expect(keys).toHaveLength(files.length + 1);
});
