import { eachOf, untilItEnds } from '../each-file.ts';
import { type CheckWork, checkImage } from './check-image.ts';
import type { Checked } from './checked.ts';

export interface CheckRun extends CheckWork {
  /** Number of images that are checked at once. Defaults to that of the compressor. */
  concurrency?: number | undefined;
  onChecked?: ((checked: Checked) => void) | undefined;
}

/** Checks images, and returns what was found in the order of their paths. An image that fails does not stop the others. */
export async function checkImages(paths: readonly string[], run: CheckRun): Promise<Checked[]> {
  const { compressor, signal, onChecked, concurrency = compressor?.concurrency ?? 4 } = run;
  const found = new Map<string, Checked>();
  const check = untilItEnds(({ path }: { path: string }) => checkImage(path, run));
  await eachOf(paths, concurrency, signal, async (path) => {
    const checked = await check({ path });
    found.set(path, checked);
    onChecked?.(checked);
  });
  return paths.flatMap((path) => found.get(path) ?? []);
}
