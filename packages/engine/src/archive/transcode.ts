import { EngineError } from '../errors.ts';
import { megapixel } from '../image.ts';
import { convert, missingPrograms } from './run-limited.ts';

/**
 * Resident memory of cjxl and djxl 0.7 in megabytes: `base` plus a value per megapixel. Measured per megapixel on
 * images of 12 to 100 megapixels: 20 to 23 for cjxl, 4 to 5 for djxl.
 */
export const archiveMegabytes = { base: 20, cjxl: 23, djxl: 5 };

/**
 * Limits on the address space in megabytes: `base` plus a value per megapixel. Measured on images of 12 to 100
 * megapixels: cjxl needs 67 MB per megapixel, djxl 33 to 20. Much of it is never used.
 */
const addressMegabytes = { base: 400, cjxl: 85, djxl: 30 };

/**
 * Message that djxl prints if it restored the original JPEG. Without this message, djxl encoded the pixels as a new
 * JPEG.
 */
const restoredMessage = 'Reconstructed to JPEG';

/**
 * Converts a JPEG to an archive in JPEG XL without loss. Returns undefined if cjxl rejects the file.
 * @throws EngineError `archive_unavailable`
 */
export async function toArchive(jpeg: Uint8Array, pixels: number): Promise<Buffer | undefined> {
  const args = ['--lossless_jpeg=1', '--jpeg_store_metadata=1', '--num_threads=0', '--quiet'];
  const conversion = { program: 'cjxl', args, input: 'original.jpg', output: 'archive.jxl' } as const;
  const memoryMegabytes = limitOf(pixels, addressMegabytes.cjxl);
  // Allow more bytes than the JPEG has, because the archive of a tiny JPEG can be larger.
  const limits = { memoryMegabytes, outputBytes: 2 * jpeg.length + 100_000 };
  const made = await convert(conversion, jpeg, limits);
  if (made === undefined) await assertInstalled();
  return made?.data;
}

/**
 * Returns the JPEG restored from an archive, or undefined if it cannot be restored.
 * @throws EngineError `archive_unavailable`
 */
export async function fromArchive(
  archive: Uint8Array,
  pixels: number,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const args = ['--num_threads=0'];
  const conversion = { program: 'djxl', args, input: 'archive.jxl', output: 'restored.jpg' } as const;
  const limits = { memoryMegabytes: limitOf(pixels, addressMegabytes.djxl), outputBytes: maxBytes };
  const made = await convert(conversion, archive, limits);
  if (made === undefined) await assertInstalled();
  return made?.messages.includes(restoredMessage) ? made.data : undefined;
}

const limitOf = (pixels: number, megabytesPerMegapixel: number): number =>
  Math.ceil(addressMegabytes.base + (pixels * megabytesPerMegapixel) / megapixel);

async function assertInstalled(): Promise<void> {
  if ((await missingPrograms()).length > 0) throw new EngineError('archive_unavailable');
}
