import { readFile } from 'node:fs/promises';
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

/**
 * Returns a function that returns the presigned URL for the result of an image. Checks first that every image has one,
 * so that nothing is sent if the command is wrong.
 * @throws UsageError
 */
export async function readDeliveryTargets(
  { deliverTo, deliverToList }: DeliveryFlags,
  sources: readonly Source[],
): Promise<(source: Source) => string> {
  if (deliverTo !== undefined) {
    if (sources.length > 1) {
      throw new UsageError('--deliver-to takes one image. For several images, use --deliver-to-list.');
    }
    return () => deliverTo;
  }
  const targets = await readList(deliverToList ?? '');
  const urlOf = ({ path, relativePath }: Source) => targets.get(path) ?? targets.get(relativePath);
  const without = sources.find((source) => urlOf(source) === undefined);
  if (without) {
    throw new UsageError(`The list of --deliver-to-list has no URL for ${shown(without.path)}.`);
  }
  return (source) => urlOf(source) ?? '';
}

async function readList(path: string): Promise<Map<string, string>> {
  const { success, data } = targetList.safeParse(await readJson(path));
  if (success) return new Map(Object.entries(data));
  throw new UsageError(
    `${shown(path)} must be a JSON object that maps the path of each image to a presigned URL.`,
  );
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
