import { outputOf } from '../codecs/registry.ts';
import type { Encoded } from '../image.ts';
import { hasTags, type Tags } from '../preserve/preserved.ts';

/** Adds metadata tags to an encoded file that has no metadata. */
export function tagged<T extends Encoded>(file: T, tags: Tags): T {
  return hasTags(tags) ? { ...file, data: outputOf(file.format).tag(file.data, tags) } : file;
}
