import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocatorEnv } from '../src/allocator-env.ts';
import { sharp } from '../src/sharp.ts';

/** Compresses a file in a separate process. Returns the estimated and the actual peak memory in megabytes. */
function peakOf(file: string, settings = {}): { estimate: number; peak: number } {
  const script = `
    import { readFileSync } from 'node:fs';
    import { compress } from '${new URL('../src/compress.ts', import.meta.url)}';
    import { defaultSettings } from '@gossamer/contracts/settings';
    let estimate = 0;
    const admit = async ({ megabytes }) => { estimate = megabytes; };
    await compress(readFileSync(${JSON.stringify(file)}), { settings: { ...defaultSettings, ...${JSON.stringify(settings)} }, maxPixels: 2e8, admit });
    const status = readFileSync('/proc/self/status', 'utf8');
    const peak = Number(/VmHWM:\\s+(\\d+)/.exec(status)[1]) / 1024;
    process.stdout.write(JSON.stringify({ estimate, peak }));`;
  const env = { ...process.env, ...allocatorEnv };
  const cwd = new URL('.', import.meta.url);
  return JSON.parse(
    execFileSync('node', ['--input-type=module', '-e', script], { cwd, env, encoding: 'utf8' }),
  );
}

describe.runIf(process.platform === 'linux')('the peak memory of an engine process', () => {
  let folder: string;
  const raw = { width: 1200, height: 1000, channels: 3 } as const;
  const large = () =>
    sharp(photoPixels({ widthPx: 1200, heightPx: 1000 }), { raw }).resize(6000, 5000, { fit: 'fill' });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gossamer-peak-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a progressive JPEG', () => large().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }), {}],
    [
      'JPEG near lossless',
      () => large().jpeg({ quality: 30, chromaSubsampling: '4:4:4' }),
      { format: 'jpeg', quality: 95 },
    ],
    [
      'RGBA with 16 bits',
      () => large().ensureAlpha(0.9).toColourspace('rgb16').png({ compressionLevel: 1 }),
      {},
    ],
  ])('stays within the estimate for an image of 30 megapixels: %s', async (_, make, settings) => {
    const file = join(folder, 'original');
    writeFileSync(file, await make().toBuffer());
    const { estimate, peak } = peakOf(file, settings);
    expect(peak).toBeLessThan(estimate);
    expect(estimate).toBeLessThan(peak * 2);
  });
});
