import { stored } from '../../../lib/stored.ts';

const uploadedKey = 'gossamer.hasUploaded';
const dismissedKey = 'gossamer.dismissed';
const orderKey = 'gossamer.order';
/** Maximum number of ids that are stored under one key. */
export const maxIds = 200;

/**
 * Returns whether this browser has ever uploaded an image. If not, the list of compressions need not be fetched. The
 * flag is stored separately, because scripts cannot read the visitor cookie.
 */
export const hasUploaded = (): boolean => stored.read(uploadedKey) !== null;

export function rememberUpload(): void {
  if (!hasUploaded()) stored.write(uploadedKey, '1');
}

/** Returns the ids of compressions that the user has removed from the list. */
export function readDismissed(): ReadonlySet<string> {
  return new Set(readIds(dismissedKey));
}

/** Adds and removes ids of compressions that the user has removed from the list. Keeps the last 200 ids. */
export function updateDismissed({ added, removed }: { added: string[]; removed: string[] }): void {
  const before = readIds(dismissedKey);
  const kept = before.filter((id) => !removed.includes(id) && !added.includes(id));
  const after = [...kept, ...added].slice(-maxIds);
  if (after.join() !== before.join()) stored.write(dismissedKey, JSON.stringify(after));
}

/** Returns the ids of compressions in the order in which their files were added. */
export const readOrder = (): readonly string[] => readIds(orderKey);

/** Appends ids to the stored order of the list, which other tabs also write to. Keeps the last 200 ids. */
export function rememberOrder(ids: readonly string[]): void {
  const before = readIds(orderKey);
  const after = [...before.filter((id) => !ids.includes(id)), ...ids].slice(-maxIds);
  if (after.join() !== before.join()) stored.write(orderKey, JSON.stringify(after));
}

/** Returns the stored ids, or an empty list if the stored value is invalid. */
export function readIds(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(stored.read(key) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
