import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocatorEnv } from '../../src/allocator-env.ts';
import { bigGrid } from './big-grid.ts';

const engine = new URL('../../src/', import.meta.url).href;
let folder = '';
let path = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heic-memory-'));
  path = join(folder, 'large.heic');
  writeFileSync(path, bigGrid(8, 6));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/**
 * Runs a script in a separate process with the worker's settings, and returns the value of its variable `answer`. The
 * peak memory is read from `VmHWM`, because `maxRSS` from getrusage(2) includes the peak memory of the parent process.
 * `--single-threaded` makes garbage collection in V8 deterministic.
 */
function run(script: string): unknown {
  const source = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { decodeHeic } from '${engine}heic/decode-heic.ts';
    import { readHeicHeader } from '${engine}heic/read-heic-header.ts';
    import { sharp } from '${engine}sharp.ts';
    const peakMb = () => Number(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024 / 1e6;
    const file = readFileSync(${JSON.stringify(path)});
    const header = readHeicHeader(file);
    ${script}
    process.stdout.write(JSON.stringify(answer));`;
  const flags = ['--single-threaded', '--input-type=module', '-e'];
  const env = { ...process.env, ...allocatorEnv };
  return JSON.parse(execFileSync('node', [...flags, source], { env, encoding: 'utf8' }));
}

/** Decodes the file and encodes it as a JPEG. */
const compress = `await sharp(await decodeHeic(file, header)).jpeg({ mozjpeg: true }).toBuffer();`;

// Measured peak memory: 325 MB, or 450 MB without `--single-threaded`. The limit of a worker is 500 MB.
describe('decoding a HEIC image of 12 megapixels', () => {
  it('takes less than 400 MB of memory, even three times in a row', { timeout: 60_000 }, () => {
    const answer = run(`
      for (let round = 0; round < 3; round++) ${compress}
      const answer = { ...header, maxMb: peakMb() };`);
    expect(answer).toMatchObject({ widthPx: 3072, heightPx: 4096 });
    expect((answer as { maxMb: number }).maxMb).toBeLessThan(400);
  });
});

describe('the HEIC decoder', () => {
  // Measured peak memory: 130 MB, or 191 MB without `--single-threaded`.
  it('is freed before the decoded image is encoded', { timeout: 60_000 }, () => {
    const answer = run(`
      const restBytes = process.memoryUsage.rss();
      ${compress}
      const answer = peakMb() - restBytes / 1e6;`);
    expect(answer).toBeLessThan(160);
  });

  it('is loaded only when an image needs it', { timeout: 60_000 }, () => {
    const answer = run(`
      const loaded = () => Object.keys(createRequire('${engine}').cache).some((name) => name.includes('libheif-js'));
      const before = loaded();
      await decodeHeic(file, header);
      const answer = { before, after: loaded() };`);
    expect(answer).toEqual({ before: false, after: true });
  });
});
