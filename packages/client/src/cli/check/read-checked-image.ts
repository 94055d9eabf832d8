import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { FileFault } from '../outcome.ts';
import { type Image, readImage } from '../read-image.ts';
import type { SkippedImage } from './checked.ts';

const pointerStarts = ['version https://git-lfs.github.com/spec/', 'version https://hawser.github.com/spec/'];

/** An image whose size in pixels is null if it cannot be read without decoding. */
export interface ReadImage extends Image {
  size: Size | null;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/**
 * Reads an image below a folder without following symbolic links, or returns why it is skipped.
 * @throws FileFault, system errors
 */
export async function readCheckedImage(
  root: string,
  path: string,
  maxFileBytes: number,
): Promise<ReadImage | SkippedImage['reason']> {
  if (await isLinked(root, path)) return 'symbolic-link';
  const file = join(root, path);
  try {
    const image = await readImage(file, maxFileBytes);
    return { ...image, size: sizeOf(image) };
  } catch (error) {
    const isOther = error instanceof FileFault && error.code === 'unsupported_format';
    if (isOther && (await isLfsPointer(file))) return 'git-lfs-pointer';
    throw error;
  }
}

/** Returns whether the path or one of its folders is a symbolic link. */
async function isLinked(root: string, path: string): Promise<boolean> {
  let part = root;
  for (const name of path.split('/')) {
    part = join(part, name);
    if ((await lstat(part)).isSymbolicLink()) return true;
  }
  return false;
}

async function isLfsPointer(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    return pointerStarts.some((pointer) => start.startsWith(pointer));
  } finally {
    await file.close();
  }
}

/**
 * Returns the size of the upright image, or null if the header is damaged or of an unusual kind. Rotations that HEIC and AVIF
 * files contain are not applied.
 */
function sizeOf({ bytes, format }: Image): Size | null {
  try {
    const { width, height, images = [], orientation = 1 } = imageSize(bytes);
    // A HEIC file lists the sizes of its tiles and of the whole image. Use the largest size.
    const sizes = [{ width, height }, ...images];
    const largest = sizes.reduce((one, other) =>
      one.width * one.height >= other.width * other.height ? one : other,
    );
    const [widthPx, heightPx] = [largest.width, largest.height];
    if (!(widthPx > 0 && heightPx > 0)) return null;
    // Orientations from 5 are rotated by 90 degrees.
    const isRotated = format === 'jpeg' && orientation >= 5;
    return isRotated ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
  } catch {
    return null;
  }
}
