import { readFile } from 'node:fs/promises';
import { variantFileName } from '@gossamer/contracts/result-deliveries';
import { z } from 'zod';
import { UsageError } from './exit-codes.ts';
import { type Source, toFileFault } from './outcome.ts';
import { shown } from './words.ts';

interface DeliveryFlags {
  deliverTo?: string;
  deliverToList?: string;
}

/** Content of the file of `--deliver-to-list`: presigned URLs by the path of the image. */
const targetList = z.record(z.string(), z.string());

/** The same for variants: presigned URLs by the name of the variant, such as `800.avif`, by the path of the image. */
const variantTargetList = z.record(z.string(), z.record(variantFileName, z.string()));

/**
 * Returns a function that returns the presigned URL for the result of an image. Checks first that every image has one,
 * so that nothing is sent if the command is wrong.
 * @throws UsageError
 */
export async function readTargets(
  { deliverTo, deliverToList }: DeliveryFlags,
  sources: readonly Source[],
): Promise<(source: Source) => string> {
  if (deliverTo === undefined) {
    return readList(
      deliverToList ?? '',
      targetList,
      sources,
      'maps the path of each image to a presigned URL',
    );
  }
  if (sources.length > 1) {
    throw new UsageError('--deliver-to takes one image. For several images, use --deliver-to-list.');
  }
  return () => deliverTo;
}

/** Returns a function that returns the presigned URLs for the variants of an image. @throws UsageError */
export const readVariantTargets = (
  path: string,
  sources: readonly Source[],
): Promise<(source: Source) => Record<string, string>> =>
  readList(
    path,
    variantTargetList,
    sources,
    'maps the path of each image to an object such as { "800.avif": "https://…" }',
  );

async function readList<Target>(
  path: string,
  schema: z.ZodType<Record<string, Target>>,
  sources: readonly Source[],
  content: string,
): Promise<(source: Source) => Target> {
  const { success, data } = schema.safeParse(await readJson(path));
  if (!success) throw new UsageError(`${shown(path)} must be a JSON object that ${content}.`);
  const targets = new Map(Object.entries(data));
  const found = new Map<Source, Target>();
  for (const source of sources) {
    const target = targets.get(source.path) ?? targets.get(source.relativePath);
    if (target === undefined) {
      throw new UsageError(`The list of --deliver-to-list has no URL for ${shown(source.path)}.`);
    }
    found.set(source, target);
  }
  return (source) => found.get(source) as Target;
}

/** Returns the parsed content of a file, or undefined if it is no JSON. @throws UsageError if it cannot be read */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${shown(path)} cannot be read: ${(toFileFault(error) as Error).message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
