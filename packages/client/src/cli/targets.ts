import { dirname, extname, join, resolve } from 'node:path';
import type { Source } from './outcome.ts';

/**
 * Where each source's result goes, without its extension, which is known when it is made: below `outFolder`, else beside
 * the source, and beside a source always as `name.compressed`. Sources whose results would have one name, whatever their
 * formats, get numbers, in the order of the sources.
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

/** Many file systems take names for one that differ in case or in how accents are written. */
const asOneName = (path: string) => resolve(path).normalize('NFC').toLowerCase();
