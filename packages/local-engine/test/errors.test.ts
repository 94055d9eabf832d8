import { settingFaults } from '@gossamer/contracts/setting-faults';
import { maxResizePx } from '@gossamer/contracts/settings';
import { animation, foreignFiles, photo, photoPng, pixelFlood, truncated } from '@gossamer/testkit/images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompressionOptions, LocalEngine, LocalEngineError } from '../src/index.ts';
import { localError } from '../src/local-error.ts';
import { importEngine } from './installed.ts';

const size = { widthPx: 120, heightPx: 90 };
let engine: LocalEngine;
let jpeg: Buffer;
let ErrorClass: typeof LocalEngineError;

beforeAll(async () => {
  const { LocalEngineError: exported, openEngine } = await importEngine();
  ErrorClass = exported;
  engine = openEngine({ processes: 1 });
  jpeg = await photo(size);
});
afterAll(() => engine.close());

async function errorOf(bytes: Uint8Array, options?: unknown): Promise<LocalEngineError> {
  const error = await engine
    .compress(bytes, options as CompressionOptions)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ErrorClass);
  return error as LocalEngineError;
}

describe('invalid options', () => {
  it.each([
    [{ quality: 5 }, 'quality', 'invalid_quality', 'quality must be a whole number from 10 to 100.'],
    [{ quality: '80' }, 'quality', 'invalid_quality', 'quality must be a whole number from 10 to 100.'],
    [{ format: 'gif' }, 'format', 'invalid_format', 'format must be one of auto, modern, same, jpeg'],
    [{ resizeWidth: maxResizePx + 1 }, 'resizeWidth', 'invalid_resize', 'resizeWidth and resizeHeight must'],
    [{ resizeWidth: 9, resizePercent: 50 }, 'resizePercent', 'invalid_resize', 'resizePercent alone'],
    [{ maxBytes: 200, minBytes: 300 }, 'minBytes', 'invalid_file_size', 'with minBytes at most maxBytes'],
    [{ archive: true, filter: 'sepia' }, 'archive', 'invalid_archive', 'archive must be true or false.'],
    [{ variants: { widths: [9] } }, 'variants', 'invalid_variants', 'from 16 to 16383'],
    [
      { variants: { widths: [400] }, format: 'webp' },
      'variants',
      'invalid_variants',
      'cannot be combined with variants',
    ],
    [{ qualty: 80 }, 'qualty', 'unknown_field', 'The field "qualty" is not known. Use only quality, '],
    ['webp', undefined, 'invalid_request', 'The options must be an object.'],
  ])(
    'are rejected with the code of the API and the name of the option: %j',
    async (options, field, code, text) => {
      const error = await errorOf(jpeg, options);
      expect(error).toMatchObject({ name: 'LocalEngineError', code, message: expect.stringContaining(text) });
      expect(error.field).toBe(field);
    },
  );

  it('include a number of processes or megabytes that is not a positive integer', async () => {
    const { openEngine } = await importEngine();
    for (const processes of [0, -1, 1.5, Number.NaN]) {
      expect(() => openEngine({ processes })).toThrow('processes must be a positive integer.');
      expect(() => openEngine({ memoryMegabytes: processes })).toThrow('memoryMegabytes must be');
    }
  });
});

describe('a file that cannot be compressed', () => {
  it('is rejected with the code of the API', async () => {
    const foreign = await foreignFiles();
    const files: [Uint8Array, string][] = [
      [truncated(await photo({ widthPx: 300, heightPx: 300 }), 0.3), 'corrupt_image'],
      [foreign.text, 'unsupported_format'],
      [foreign.svg, 'unsupported_format'],
      [new Uint8Array(0), 'empty_file'],
    ];
    for (const [bytes, code] of files) {
      const { code: actual, message } = await errorOf(bytes);
      expect([actual, message]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  it('is rejected if it is animated and variants are requested', async () => {
    const { code, message } = await errorOf(await animation(size), { variants: { widths: [40] } });
    expect([code, message]).toEqual(['animated_variants', expect.stringContaining('Use a still image')]);
  });

  it('is rejected if it exceeds a limit of the Pro plan, and the message states the limit', async () => {
    const large = Buffer.alloc(100 * 1024 ** 2 + 1);
    jpeg.copy(large);
    expect(await errorOf(large)).toMatchObject({
      code: 'file_too_large',
      message: 'The file is larger than 100 MB. Use a smaller one.',
    });
    expect(await errorOf(pixelFlood({ widthPx: 20_000, heightPx: 10_001 }))).toMatchObject({
      code: 'too_many_pixels',
      message: 'The image has more than 200 megapixels. Use a smaller one.',
    });
  });

  it('is rejected if it cannot be archived, or if the requested file size is unreachable', async () => {
    expect((await errorOf(await photoPng(size), { archive: true })).code).toBe('not_archivable');
    const unreachable = await errorOf(jpeg, { maxBytes: 100, onUnreachable: 'fail' });
    expect(unreachable).toMatchObject({
      code: 'size_unreachable',
      message: expect.stringMatching(/\d+ bytes/),
    });
  });

  it('does not affect the next image', async () => {
    await errorOf(truncated(jpeg, 0.3));
    expect((await engine.compress(jpeg)).sizeBytes).toBeGreaterThan(0);
  });
});

describe('the messages', () => {
  const codes = [
    ...new Set(Object.values(settingFaults).map(({ code }) => code)),
    'invalid_request',
    'unknown_field',
    'empty_file',
    'file_too_large',
    'unsupported_format',
    'unsupported_codec',
    'corrupt_image',
    'too_many_pixels',
    'too_many_pixels_for_format',
    'too_many_frames',
    'multiple_images',
    'camera_raw',
    'result_too_large',
    'size_unreachable',
    'not_archivable',
    'not_restorable',
    'archive_unavailable',
    'processing_failed',
    'engine_crashed',
    'engine_unavailable',
    'engine_closed',
  ] as const;

  it.each(codes)('do not mention uploads or servers: %s', (code) => {
    const { message } = localError(code);
    expect(message).toMatch(/^[A-Za-z].{15,}\.$/);
    expect(message).not.toMatch(/\b(send|sent|upload|server|service|our|us)\b/i);
  });
});
