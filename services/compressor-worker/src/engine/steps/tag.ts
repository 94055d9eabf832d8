import { outputOf } from '../codecs/registry.ts';
import type { Encoded } from '../image.ts';
import { hasTags, type Tags } from '../preserve/preserved.ts';

/** A file that has no metadata, with the tags that are to be in it. */
export function tagged<T extends Encoded>(file: T, tags: Tags): T {
  return hasTags(tags) ? { ...file, data: outputOf(file.format).tag(file.data, tags) } : file;
}
