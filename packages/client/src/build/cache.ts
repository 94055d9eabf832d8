import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EncodedFormat, encodedFormats } from '@gossamer/contracts/formats';
import { z } from 'zod';
import packageFacts from '../../package.json' with { type: 'json' };
import { writeAtomically } from '../cli/write-atomically.ts';
import type { CompressionOptions } from '../compression-options.ts';

/** A file that was made from an image. */
export interface MadeFile {
  bytes: Uint8Array;
  format: EncodedFormat;
  widthPx: number;
  heightPx: number;
}

const entryFile = z.object({
  format: z.enum(encodedFormats),
  widthPx: z.int(),
  heightPx: z.int(),
  sizeBytes: z.int(),
});
const entry = z.object({ files: z.array(entryFile) });

/** Results of earlier builds, by the content of the image and the options. */
export interface Cache {
  /** Returns the files that were made from an image, or undefined if there are none or they are damaged. */
  read(original: Uint8Array, options: CompressionOptions): Promise<MadeFile[] | undefined>;
  /** Stores the files that were made from an image. @throws system errors */
  write(original: Uint8Array, options: CompressionOptions, files: readonly MadeFile[]): Promise<void>;
}

/** Returns a cache in a folder. The folder can be deleted at any time, and shared by builds that run at once. */
export function openCache(folder: string): Cache {
  const pathOf = (original: Uint8Array, options: CompressionOptions) =>
    join(folder, `${keyOf(original, options)}.bin`);
  return {
    read: async (original, options) => {
      const stored = await readFile(pathOf(original, options)).catch(() => undefined);
      return stored && unpack(stored);
    },
    write: (original, options, files) => writeAtomically(pathOf(original, options), pack(files)),
  };
}

/** The key contains the version of this package, because a newer one may make smaller files. */
function keyOf(original: Uint8Array, options: CompressionOptions): string {
  const sorted = Object.entries(options).filter(([, value]) => value !== undefined);
  sorted.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([packageFacts.version, sorted]))
    .update('\0')
    .update(original)
    .digest('hex');
}

/** Returns one file with all others, so that an entry cannot be half written: a line of JSON, then the contents. */
function pack(files: readonly MadeFile[]): Buffer {
  const described = files.map(({ bytes, ...facts }) => ({ ...facts, sizeBytes: bytes.length }));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ files: described })}\n`),
    ...files.map(({ bytes }) => bytes),
  ]);
}

function unpack(stored: Buffer): MadeFile[] | undefined {
  const end = stored.indexOf('\n');
  const described = entry.safeParse(parsed(stored.subarray(0, Math.max(0, end)).toString()));
  if (!described.success) return undefined;
  let start = end + 1;
  const files = described.data.files.map(({ sizeBytes, ...facts }) => {
    const bytes = stored.subarray(start, start + sizeBytes);
    start += sizeBytes;
    return { ...facts, bytes };
  });
  return start === stored.length ? files : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
