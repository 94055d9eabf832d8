import { codecs } from '../codecs/registry.ts';
import type { Header } from '../picture.ts';
import type { Plan } from './plan.ts';

/** The original's own coded pixels without anything private; undefined where a change was asked for or the container is malformed. */
export function strip(original: Uint8Array, header: Header, plan: Plan): Buffer | undefined {
  if (!plan.mayKeepOriginal) return undefined;
  return codecs[header.format].strip(original, header.orientation);
}
