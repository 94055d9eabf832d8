import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type Compression, compression } from '@gossamer/contracts/compressions';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

type Image = { name: string; mimeType: string; buffer: Buffer };

/** Creates a unique PNG of 24 × 24 pixels. It contains enough metadata for compression to reduce its size. */
export function tinyPng(name: string): Image {
  const side = 24;
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, Buffer.of(red, green, blue))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.concat(Array.from({ length: side }, () => row));
  const buffer = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(400)}`, 'latin1')),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** Creates a valid black PNG with one bit per pixel, so that even images with many pixels are small files. */
export function blackPng(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = Buffer.alloc((1 + Math.ceil(widthPx / 8)) * heightPx);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Compresses an image through the API, using the cookies of the page. Resolves when the compression has completed. */
export async function compressByApi(page: Page, image: Image, isSample = false): Promise<Compression> {
  const response = await page.request.post('/api/compress', {
    multipart: { ...(isSample && { isSample: 'true' }), image },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { compressionId } = await response.json();
  let row: Compression | undefined;
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/compression/${compressionId}`);
      row = compression.parse(await answer.json());
      return row.status;
    })
    .toBe('completed');
  if (!row) throw new Error('The API returned no compression');
  return row;
}

/** Compresses `count` unique images through the API, five at a time. */
export async function compressManyByApi(page: Page, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `tiny-${index + 1}.png`);
  for (let from = 0; from < count; from += 5) {
    const some = names.slice(from, from + 5);
    await Promise.all(some.map((name) => compressByApi(page, tinyPng(name))));
  }
}
