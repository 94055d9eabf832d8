import { dirname, extname, join, resolve } from 'node:path';
import type { Source } from './outcome.ts';

/**
 * Returns the target path of each source without an extension, which depends on the format of the result. The path is
 * below `outFolder` if set, otherwise next to the source and named `name.compressed`. If several sources have the same
 * target, they are numbered in the order of the sources, even if their formats differ.
 */
export function planTargets(sources: readonly Source[], outFolder: string | undefined): Map<Source, string> {
  const taken = new Set<string>();
  const targets = new Map<Source, string>();
  for (const source of sources) {
    const stem = stemOf(source, outFolder);
    let target = stem;
    for (let number = 2; taken.has(asOneName(target)); number++) target = `${stem}-${number}`;
    taken.add(asOneName(target));
    targets.set(source, target);
  }
  return targets;
}

function stemOf({ path, relativePath }: Source, outFolder: string | undefined): string {
  const target = outFolder === undefined ? path : join(outFolder, relativePath);
  const stem = target.slice(0, target.length - extname(target).length);
  return resolve(dirname(target)) === resolve(dirname(path)) ? `${stem}.compressed` : stem;
}

/** Normalizes a path for comparisons, because many file systems ignore case and Unicode normalization in file names. */
const asOneName = (path: string) => resolve(path).normalize('NFC').toLowerCase();
