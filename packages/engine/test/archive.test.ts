import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsJpeg } from '@gossamer/contracts/detect-format';
import { archiveMaxPixels } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readJxlSize } from '../src/archive/read-jxl-size.ts';
import { folderPrefix, missingPrograms, removeLeftovers } from '../src/archive/run-limited.ts';
import { compress } from '../src/compress.ts';
import { EngineError } from '../src/errors.ts';
import { sharp } from '../src/sharp.ts';
import { fixture, run } from './harness.ts';

const sha256 = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const archive = (file: Uint8Array) => run(file, { archive: true });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof EngineError ? error.code : Promise.reject(error)),
  );

afterEach(() => vi.unstubAllEnvs());

describe('an archived JPEG', () => {
  it('is a smaller JPEG XL from which the original is restored bit for bit', async () => {
    const original = await images.cameraPhoto({ widthPx: 640, heightPx: 480, orientation: 6 });
    const { data, format, widthPx, heightPx, report } = await archive(original);
    expect(format).toBe('jxl');
    expect(data.length).toBeLessThan(original.length * 0.95);
    expect([widthPx, heightPx]).toEqual([480, 640]);
    expect(report).toMatchObject({ encoding: 'jxl archive', score: 100, jpegSha256: sha256(original) });
    const restored = await run(data);
    expect(Buffer.from(restored.data).equals(original)).toBe(true);
    expect(restored).toMatchObject({ format: 'jpeg', widthPx: 480, heightPx: 640 });
    expect(restored.report).toMatchObject({ encoding: 'jpeg restored', jpegSha256: sha256(original) });
  });

  it('keeps all metadata and lists it in the report', async () => {
    const original = await images.cameraPhoto({ widthPx: 96, heightPx: 64 });
    const { data, report } = await archive(original);
    expect(report.metadataRemoved).toEqual([]);
    expect(report.metadataKept).toEqual(expect.arrayContaining(['exif', 'gps']));
    expect((await run(data)).report.metadataKept).toEqual(report.metadataKept);
  });

  it('is restored regardless of the settings', async () => {
    const original = await images.photo({ widthPx: 64, heightPx: 48 });
    const { data } = await archive(original);
    const resize = { widthPx: 10, maintainAspect: true };
    const { data: restored } = await run(data, { format: 'webp', filter: 'sepia', resize });
    expect(Buffer.from(restored).equals(original)).toBe(true);
  });

  it('has a preview, and its header contains its dimensions', async () => {
    const { data, preview } = await archive(await images.photo({ widthPx: 800, heightPx: 400 }));
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
    expect(readJxlSize(data)).toEqual({ widthPx: 800, heightPx: 400 });
  });

  it('leaves no temporary files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gossamer-test-'));
    vi.stubEnv('TMPDIR', folder);
    try {
      await archive(await images.photo({ widthPx: 64, heightPx: 48 }));
      await codeOf(archive(fixture('arithmetic.jpg')));
      expect((await readdir(folder)).filter((name) => name.startsWith(folderPrefix))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('temporary folders of killed processes are removed after an hour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-test-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    for (const name of [`${folderPrefix}old`, `${folderPrefix}new`, 'other-old'])
      await mkdir(join(folder, name));
    const before = new Date(Date.now() - 2 * 3_600_000);
    for (const name of [`${folderPrefix}old`, 'other-old']) await utimes(join(folder, name), before, before);
    await removeLeftovers();
    expect((await readdir(folder)).sort()).toEqual([`${folderPrefix}new`, 'other-old']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('a request for an archive', () => {
  it('is rejected for images other than JPEG', async () => {
    expect(await codeOf(archive(await images.photoPng({ widthPx: 40, heightPx: 30 })))).toBe(
      'not_archivable',
    );
  });

  it('is rejected for JPEGs that JPEG XL cannot represent', async () => {
    const cmyk = await sharp(await images.photoPng({ widthPx: 40, heightPx: 30 }))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    for (const file of [cmyk, fixture('arithmetic.jpg')]) {
      expect(await codeOf(archive(file))).toBe('not_archivable');
    }
  });

  it('is rejected for damaged JPEGs', async () => {
    const photo = await images.photo({ widthPx: 200, heightPx: 150 });
    expect(await codeOf(archive(photo.subarray(0, photo.length / 2)))).toBe('corrupt_image');
  });

  it('is rejected for JPEGs above the pixel limit', async () => {
    const width = 8_000;
    const height = archiveMaxPixels / width + 1;
    const create = { width, height, channels: 3, background: 'teal' } as const;
    const large = await sharp({ create }).jpeg().toBuffer();
    expect(await codeOf(archive(large))).toBe('too_many_pixels_for_format');
  });

  it('is rejected as unavailable if cjxl and djxl are missing', async () => {
    const photo = await images.photo({ widthPx: 64, heightPx: 48 });
    const { data } = await archive(photo);
    const folder = await mkdtemp(join(tmpdir(), 'gossamer-test-'));
    vi.stubEnv('PATH', folder);
    try {
      expect(await missingPrograms()).toEqual(['cjxl', 'djxl']);
      expect(await codeOf(archive(photo))).toBe('archive_unavailable');
      expect(await codeOf(run(data))).toBe('archive_unavailable');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('an archiving program that does not finish', () => {
  /** Adds a shell script to the PATH that takes precedence over the real cjxl. */
  async function replaceCjxl(script: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'gossamer-test-'));
    const lines = ['#!/bin/sh', '[ "$1" = --version ] && exit 0', script];
    await writeFile(join(folder, 'cjxl'), lines.join('\n'), { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  }

  it('causes a retry if it was killed from outside, for example because memory ran out', async () => {
    const photo = await images.photo({ widthPx: 64, heightPx: 48 });
    await replaceCjxl('kill -KILL $$');
    await expect(codeOf(archive(photo))).rejects.toThrow('cjxl was killed');
  });

  it.each(['exit 3', 'kill -ABRT $$', 'kill -XCPU $$', 'kill -XFSZ $$'])(
    'causes no retry if it exited with an error or exceeded a limit (%s)',
    async (script) => {
      const photo = await images.photo({ widthPx: 64, heightPx: 48 });
      await replaceCjxl(script);
      expect(await codeOf(archive(photo))).toBe('not_archivable');
    },
  );
});

describe('a hostile archive', () => {
  const boxAt = (file: Buffer, type: string) => file.indexOf(type) - 4;

  it('is rejected if it is truncated or its reconstruction data is damaged', async () => {
    const { data } = await archive(await images.photo({ widthPx: 320, heightPx: 240 }));
    const damaged = Buffer.from(data);
    for (let at = boxAt(damaged, 'jbrd') + 20; at < boxAt(damaged, 'jbrd') + 60; at += 1)
      damaged[at]! ^= 0x5a;
    for (const file of [damaged, data.subarray(0, data.length / 2), data.subarray(0, 60)]) {
      expect(await codeOf(run(Buffer.from(file)))).toMatch(/^(not_restorable|unsupported_format)$/);
    }
  });

  it('is rejected without running djxl if its header declares too many pixels', async () => {
    const { data } = await archive(await images.photo({ widthPx: 64, heightPx: 48 }));
    const bomb = Buffer.from(data);
    const at = boxAt(bomb, 'jxlp') + 12;
    // Clear the flag for small images, and set all bits of a 30-bit height.
    bomb.fill(0xff, at + 2, at + 6);
    bomb[at + 2]! &= 0xfe;
    expect(readJxlSize(bomb)!.heightPx).toBeGreaterThan(100_000_000);
    vi.stubEnv('PATH', '/nonexistent');
    expect(await codeOf(run(bomb))).toBe('too_many_pixels');
  });

  it('is rejected if it has more pixels than the plan allows', async () => {
    const { data } = await archive(await images.photo({ widthPx: 64, heightPx: 48 }));
    expect(await codeOf(run(data, {}, 64 * 48 - 1))).toBe('too_many_pixels');
  });

  it('is rejected if it is an ordinary JPEG XL', async () => {
    const plain = (await run(await images.photo({ widthPx: 64, heightPx: 48 }), { format: 'jxl' })).data;
    const tagged = await run(await images.cameraPhoto({ widthPx: 64, heightPx: 48 }), {
      format: 'jxl',
      preserve: ['location'],
    });
    expect(holdsJpeg(tagged.data)).toBe(false);
    expect(await codeOf(run(plain))).toBe('unsupported_format');
    expect(await codeOf(run(tagged.data))).toBe('unsupported_format');
  });
});

it('the engine requests memory and time for the archiving programs before they run', async () => {
  const needs: { megabytes: number; costMs: number }[] = [];
  const admit = async (asked: (typeof needs)[number]) => void needs.push(asked);
  const settings = { ...defaultSettings, archive: true as const };
  const create = { width: 4_000, height: 3_000, channels: 3, background: 'teal' } as const;
  const original = await sharp({ create }).jpeg().toBuffer();
  const { data } = await compress(original, { settings, maxPixels: 100_000_000, admit });
  await compress(data, { settings, maxPixels: 100_000_000, admit });
  const [archiving, restoring] = needs;
  expect(archiving!.megabytes).toBeGreaterThan(12 * 22);
  expect(archiving!.costMs).toBeGreaterThan(restoring!.costMs);
  expect(restoring!.megabytes).toBeGreaterThan(120 + 12 * 4);
});

it('cjxl is installed on this machine', () => {
  expect(execFileSync('cjxl', ['--version']).toString()).toContain('JPEG XL');
});
