import { stored } from '../../../lib/stored.ts';

const uploadedKey = 'gossamer.hasUploaded';
const dismissedKey = 'gossamer.dismissed';
const orderKey = 'gossamer.order';
const maxIds = 200;

/** Whether this browser ever sent an image: without one there is no list to ask for, and the cookie cannot be read. */
export const hasUploaded = (): boolean => stored.read(uploadedKey) !== null;

export function rememberUpload(): void {
  if (!hasUploaded()) stored.write(uploadedKey, '1');
}

/** The compressions that were taken off the list. */
export function readDismissed(): ReadonlySet<string> {
  return new Set(readIds(dismissedKey));
}

/** Changes what is dismissed; beyond 200 the first ones are forgotten. */
export function updateDismissed({ added, removed }: { added: string[]; removed: string[] }): void {
  const before = readIds(dismissedKey);
  const kept = before.filter((id) => !removed.includes(id) && !added.includes(id));
  const after = [...kept, ...added].slice(-maxIds);
  if (after.join() !== before.join()) stored.write(dismissedKey, JSON.stringify(after));
}

/** Returns the compressions in the order in which their files were added. */
export const readOrder = (): readonly string[] => readIds(orderKey);

/** Stores the order of the list; what other pages have listed keeps its place before it. Keeps the last 200. */
export function rememberOrder(ids: readonly string[]): void {
  const before = readIds(orderKey);
  const after = [...before.filter((id) => !ids.includes(id)), ...ids].slice(-maxIds);
  if (after.join() !== before.join()) stored.write(orderKey, JSON.stringify(after));
}

/** Whatever else may stand there is as good as nothing. */
function readIds(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(stored.read(key) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
